import { patient } from './patience.ts';

type Declare = (name: string, run: jest.ProvidesCallback, timeout_ms?: number) => void;
type Hook = (run: jest.ProvidesHookCallback, timeout_ms?: number) => void;

const patientOr = (timeout_ms: number | undefined) =>
  timeout_ms === undefined ? undefined : patient(timeout_ms);

const declared =
  (declare: Declare): Declare =>
  (name, run, timeout_ms) =>
    declare(name, run, patientOr(timeout_ms));

/** After `setupFilesAfterEnv`: `test`, `test.each`, and hooks with longer timeouts. */
globalThis.test = new Proxy(globalThis.test, {
  apply: (own, _of, args) => declared(own as Declare)(...(args as Parameters<Declare>)),
  get: (own, property) => {
    if (property !== 'each') return Reflect.get(own, property);
    return (...table: unknown[]) => declared((own.each as (...rows: unknown[]) => Declare)(...table));
  },
});
for (const name of ['beforeAll', 'beforeEach', 'afterAll', 'afterEach'] as const) {
  const own: Hook = globalThis[name];
  globalThis[name] = (run, timeout_ms) => own(run, patientOr(timeout_ms));
}
