import type { Caller } from '../../../shared/domain/context.ts';
import { listRecipients } from '../../../shared/domain/emails/list-recipients.ts';
import type { SesJson } from './fixture.ts';
import { sentEmail } from './sent-email.ts';
import { world } from './world.ts';

const to = Array.from({ length: 50 }, (_, i) => `r${i}@example.com`);

/** A bounce of all recipients at once, as where their server is the same, with a reason that the meta does not hold. */
function ofAll(event: SesJson): void {
  const bounce = event.bounce as { bouncedRecipients: object[] };
  const [first] = bounce.bouncedRecipients;
  const diagnosticCode = `smtp; 452 4.2.2 ${'over quota '.repeat(20)}`;
  bounce.bouncedRecipients = to.map((emailAddress) => ({ ...first, emailAddress, diagnosticCode }));
}

test.each([
  ['bounce-mailbox-full', 'soft'],
  ['bounce-message-too-large', 'block'],
  ['bounce-async-dsn', 'hard'],
])('%s of fifty recipients in one report is recorded of each [H6, H12]', async (name, bounce_type) => {
  const { ctx, account, receive, recordOf, told } = await world();
  const email = await sentEmail(ctx, account, { to });
  await receive(name, email, ofAll);
  const caller = { account: { id: account, email_shards: 1 }, tenant: null, scopes: ['full'] };
  const found = await listRecipients(ctx, caller as unknown as Caller, email.id);
  expect(found.map((one) => [one.email, one.bounce_type])).toEqual(to.map((one) => [one, bounce_type]));
  expect((await recordOf(email)).status).toBe('bounced');
  expect(
    told()
      .map(({ type, data }) => `${type} ${data.recipient}`)
      .sort(),
  ).toEqual(to.map((one) => `email.bounced ${one}`).sort());
});
