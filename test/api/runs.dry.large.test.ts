import { randomBytes } from 'node:crypto';
import { fitsLambda } from '../../localstack/direct-invoke.ts';
import { systemCaller } from '../../shared/domain/context.ts';
import { dryRunAutomation } from '../../shared/domain/runs/dry-run-automation.ts';
import { toResult } from '../../shared/http/api-gateway.ts';
import { automationWorld } from '../support/automations.ts';

type Output = { html: string; text: string; body: string; truncated?: boolean };

/** Text of so many bytes that no compression makes much smaller. */
const textOf = (bytes: number) =>
  randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .slice(0, bytes);

async function dryRun(steps: (world: Awaited<ReturnType<typeof automationWorld>>) => object[], data: object) {
  const world = await automationWorld();
  const { ctx, account, ok } = world;
  ctx.settings.webhook_targets = 'any';
  const body = { name: 'x', trigger: { event: 'signup' }, steps: steps(world) };
  const { id: automation_id } = (await ok('POST', '/automations', body)).automation as { id: string };
  const event = { name: 'signup', email: account.email, data: data as Record<string, unknown> };
  const unlocked = await ctx.accounts.get(account.id);
  const caller = systemCaller(unlocked ?? account, 'req_1');
  const answer = await dryRunAutomation(ctx, caller, { event, automation_id });
  const result = await toResult(new Response(JSON.stringify(answer)));
  return {
    status: answer.run.status,
    fits: fitsLambda(result, Buffer.from(result.body), true),
    outputs: answer.run.steps.map(({ output }) => output as Output),
  };
}

test('a dry run of many long emails is answered, the first one whole, later texts cut and marked [U63, P26]', async () => {
  const text = textOf(60_000);
  const html = '{{event.data.text}}'.repeat(30);
  const { status, fits, outputs } = await dryRun(
    ({ mail }) => Array.from({ length: 12 }, () => ({ ...mail, text: 'Hi', html })),
    { text },
  );
  expect({ status, fits }).toEqual({ status: 'completed', fits: true });
  const [first, ...later] = outputs;
  expect({ whole: first?.html === text.repeat(30), truncated: first?.truncated }).toEqual({
    whole: true,
    truncated: undefined,
  });
  const [last] = later.slice(-1);
  expect({ short: (last?.html.length ?? 0) < 60_000, truncated: last?.truncated }).toEqual({
    short: true,
    truncated: true,
  });
});

test('so is one of many webhooks with long bodies [U63, P26]', async () => {
  const text = textOf(60_000);
  const hook = { type: 'webhook', url: 'http://127.0.0.1:9/', body: Array(4).fill('{{event.data.text}}') };
  const { status, fits, outputs } = await dryRun(() => Array.from({ length: 50 }, () => hook), { text });
  expect({ status, fits }).toEqual({ status: 'completed', fits: true });
  expect([outputs[0]?.body.length, outputs[0]?.truncated]).toEqual([4 * 60_000 + 13, undefined]);
  expect({ short: (outputs[49]?.body.length ?? 0) < 1_000, truncated: outputs[49]?.truncated }).toEqual({
    short: true,
    truncated: true,
  });
});
