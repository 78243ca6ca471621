import { emailRoutes } from '../../functions/emails/routes.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import type { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { sendingStateStore } from '../../shared/store/sending-state.ts';
import { slotStore } from '../../shared/store/slots.ts';
import { inProcess } from '../support/api.ts';
import { delivered, verdictOf } from '../support/dkim-verdict.ts';
import { publish } from '../support/dns.ts';
import { domainWorld, minute, whileSesWaits } from '../support/domain-world.ts';
import { tableOfOwn } from '../support/own-table.ts';

/** A verified domain that sends through the local SES; `signatures` of a mail that is sent now, as dkimpy sees them. */
async function world() {
  const made = await domainWorld();
  const { ctx, name, account, api_key, runtime, advance } = made;
  const own = tableOfOwn();
  const state = sendingStateStore(own, runtime);
  ctx.sending_state = {
    ...state,
    read: async () => ({ ...(await state.read()), rate: 1_000, quota: null, sent: 0 }),
  };
  ctx.slots = slotStore(own, runtime);
  const queued: DeliverMessage[] = [];
  ctx.queues.deliver = async (messages) => void queued.push(...messages);
  const { mailer } = ctx;
  // Without our tags: the deployed stack does not know the emails of this process.
  ctx.mailer = { send: (input) => mailer.send({ ...input, tags: {} }) };
  const created = await made.create();
  await made.runTasks();
  await publish(made.zone, created);
  await made.untilVerified();
  // A function knows an account for up to 30 s.
  advance(minute);
  const call = inProcess(ctx, emailRoutes, api_key);
  let mails = 0;
  const signatures = async () => {
    // A worker's view of a domain is at most 5 s old.
    advance(6_000);
    const to = `m${++mails}@${account.id.slice(4)}.example`;
    const email = {
      from: `Grüße <news@${name}>`,
      to,
      subject: `Neuigkeiten ${'für dich, '.repeat(20)}`,
      html: `<p>Hello ✓ <a href="{{unsubscribe_url}}">Leave</a></p>\n\n`,
      unsubscribe: true,
      category: 'newsletter',
    };
    const answer = await call('POST', '/emails', { body: email });
    expect([answer.status, answer.body.error ?? null]).toEqual([200, null]);
    for (const message of queued.splice(0)) await deliverEmail(ctx, message, { receive_count: 1 });
    return (await verdictOf(await delivered(to))).signatures;
  };
  return { ...made, created, signatures };
}

const shown = ({ records }: DomainRecord) =>
  records.filter(({ purpose }) => purpose.startsWith('dkim')).map(({ host }) => host.split('.')[0]);

test('mail before, during and after a rotation verifies with the records that are shown then [N27]', async () => {
  const { signatures, call, name, created, get, zone, nextCheck, advance, ctx } = await world();
  const current = { selector: created.dkim_selector, verified: true };
  expect(await signatures()).toEqual([current]);
  const begun = (await call('POST', `/domains/${name}/rotate-dkim`)).body.domain as DomainRecord;
  const next = { selector: begun.dkim_rotation?.selector, verified: true };
  expect(await signatures()).toEqual([current]);
  await publish(zone, begun);
  expect((await nextCheck()).dkim_rotation?.status).toBe('switching');
  // SES still signs, and so do we: from before SES is given the new key.
  expect(await signatures()).toEqual([current, current]);
  await whileSesWaits(name, async () => {
    advance(2 * minute);
    expect((await nextCheck()).dkim_rotation?.status).toBe('switching');
    expect(await ctx.identities.get(name)).toMatchObject({ signed: false, dkim_selector: next.selector });
    expect(await signatures()).toEqual([current]);
    expect(shown(await get())).toEqual([current.selector, next.selector]);
  });
  expect((await nextCheck()).dkim_rotation?.status).toBe('retired');
  expect(await signatures()).toEqual([next, current]);
  expect(shown(await get())).toEqual([next.selector, current.selector]);
  advance(10 * minute);
  expect(await signatures()).toEqual([next]);
}, 60_000);
