import type { DeliverMessage } from '../../../shared/domain/ports/sending.ts';
import { capturedAccount } from '../../support/captured.ts';

test('a held message names no row where its email, of a batch, is being sent [P63]', async () => {
  const { ctx, call, email, queued, sending, deliver } = await capturedAccount();
  const takeOne = () => queued.splice(0)[0]?.message as DeliverMessage;
  ctx.mailer.send = async () => ({ outcome: 'unknown', reason: 'TimeoutError' });
  await call('POST', '/emails/batch', { body: { emails: [email] } });
  await deliver(takeOne());
  Object.assign(sending, { quota: 1, sent: 1 });
  await deliver(takeOne());
  const { id, held, row } = takeOne();
  expect({ held, row }).toEqual({ held: true, row: undefined });
  expect(await ctx.emails.getMeta(id)).toMatchObject({ state: 'sending', outbox: null });
});
