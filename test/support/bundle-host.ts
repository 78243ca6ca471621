import type { GatewayEvent, GatewayResult } from '../../shared/http/api-gateway.ts';

export type Asked = { id: number; group: string; event: GatewayEvent };
export type Answered = { id: number } & Partial<GatewayResult>;

/** Runs the deployed bundles as Node does on Lambda, for the test that started this process. */
process.on('message', ({ id, group, event }: Asked) => {
  const bundle = `${process.cwd()}/.build/${group}/handler.mjs`;
  import(bundle)
    .then(({ handler }) => handler(event) as Promise<GatewayResult>)
    .then((result) => process.send?.({ id, ...result } satisfies Answered))
    .catch((error: Error) => process.stderr.write(`${group}: ${error.stack}\n`));
});
process.on('disconnect', () => process.exit());
