/** The least bound of a test or a hook: bounds are for hangs, also on a busy machine. */
const least_ms = 600_000;
/** The factor of longer bounds, of tests that take minutes by themselves. */
const longer = 5;

type Declare = (name: string, run: jest.ProvidesCallback, timeout_ms?: number) => void;
type Hook = (run: jest.ProvidesHookCallback, timeout_ms?: number) => void;

const patient = (timeout_ms: number | undefined) =>
  timeout_ms === undefined ? undefined : Math.max(least_ms, timeout_ms * longer);

const declared =
  (declare: Declare): Declare =>
  (name, run, timeout_ms) =>
    declare(name, run, patient(timeout_ms));

/** After `setupFilesAfterEnv`: `test`, `test.each` and hooks with longer bounds. */
globalThis.test = new Proxy(globalThis.test, {
  apply: (own, _of, args) => declared(own as Declare)(...(args as Parameters<Declare>)),
  get: (own, property) => {
    if (property !== 'each') return Reflect.get(own, property);
    return (...table: unknown[]) => declared((own.each as (...rows: unknown[]) => Declare)(...table));
  },
});
for (const name of ['beforeAll', 'beforeEach', 'afterAll', 'afterEach'] as const) {
  const own: Hook = globalThis[name];
  globalThis[name] = (run, timeout_ms) => own(run, patient(timeout_ms));
}
