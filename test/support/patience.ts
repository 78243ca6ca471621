/** The shortest timeout of a test or hook. Timeouts are for hangs, also on a busy machine. */
const least_ms = 600_000;
/** Multiplies the timeouts of tests that take minutes anyway. */
const longer = 5;

export const patient = (timeout_ms: number): number => Math.max(least_ms, timeout_ms * longer);

/** The default timeout of a file's tests and hooks. */
export const patientTimeout = (timeout_ms: number): void => void jest.setTimeout(patient(timeout_ms));
