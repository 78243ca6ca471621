/** How many times as long a test may take that has a bound of its own: bounds are for hangs, also on a busy machine. */
const longer = 5;

type Declare = (name: string, run: jest.ProvidesCallback, timeout_ms?: number) => void;

const patient =
  (declare: Declare): Declare =>
  (name, run, timeout_ms) =>
    declare(name, run, timeout_ms && timeout_ms * longer);

/** After `setupFilesAfterEnv`: `test` and `test.each` with longer bounds. */
globalThis.test = new Proxy(globalThis.test, {
  apply: (own, _of, args) => patient(own as Declare)(...(args as Parameters<Declare>)),
  get: (own, property) => {
    if (property !== 'each') return Reflect.get(own, property);
    return (...table: unknown[]) => patient((own.each as (...rows: unknown[]) => Declare)(...table));
  },
});
