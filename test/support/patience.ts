/** The least bound of a test or a hook: bounds are for hangs, also on a busy machine. */
const least_ms = 600_000;
/** The factor of longer bounds, of tests that take minutes by themselves. */
const longer = 5;

export const patient = (timeout_ms: number): number => Math.max(least_ms, timeout_ms * longer);

/** The bound of the tests and hooks of a file that say none of their own. */
export const patientTimeout = (timeout_ms: number): void => void jest.setTimeout(patient(timeout_ms));
