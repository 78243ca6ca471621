import { capturedAccount } from '../support/captured.ts';
import { sweepOf } from '../support/sweep.ts';

test('a scheduled email whose event cannot be published holds up no other email of its minute [P10]', async () => {
  const world = await capturedAccount();
  const { ctx, clock, down, queued, schedules, send, ahead } = world;
  const scheduled = await send({ scheduled_at: ahead(30) });
  down.queue = true;
  const plain = await send();
  // Both messages are lost, and the endpoints of the account cannot be read.
  Object.assign(down, { queue: false });
  queued.splice(0);
  schedules.clear();
  const { all } = ctx.webhooks;
  ctx.webhooks.all = async () => {
    throw new Error('the table is down');
  };
  const sweep = () => sweepOf(ctx, (row) => row === scheduled || row === plain);
  clock.advance(4 * 60_000);
  await sweep();
  expect(queued.splice(0).map(({ message }) => message.id)).toEqual([plain]);
  ctx.webhooks.all = all;
  clock.advance(13 * 60_000);
  await sweep();
  expect(queued.map(({ message }) => message.id)).toContain(scheduled);
});
