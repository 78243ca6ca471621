import { capturedAccount } from '../support/captured.ts';
import { patientTimeout } from '../support/patience.ts';
import { seeded } from '../support/seeded.ts';

/** `npm run check -- soak:cancel` runs 10,000. */
const races = Number(process.env.CANCEL_RACES ?? 100);
const at_once = 50;

patientTimeout(30_000 + races * 100);

test(`in ${races} races of cancel, reschedule and fire the API's word and what SES received agree [H13]`, async () => {
  const world = await capturedAccount();
  const { call, send, queued, deliver, clock, mails, get, ahead } = world;
  const roll = seeded(races);
  const pause = (steps: number) =>
    Array.from({ length: steps }).reduce<Promise<unknown>>(
      (wait) => wait.then(() => new Promise(setImmediate)),
      Promise.resolve(),
    );
  const outcomes = { cancelled: 0, fired: 0, moved: 0 };
  // How much sooner one side begins, so that neither always wins: what each does before its write takes other times here
  // than on another machine.
  let lead = { cancel: 0, fire: 0 };

  const race = async () => {
    const id = await send({ scheduled_at: ahead(60) });
    const fire = queued.find(({ message }) => message.id === id)?.message;
    if (fire === undefined) throw new Error('no fire');
    return {
      id,
      fire,
      wait: [roll(), roll(), roll()].map((share) => Math.floor(share * 12)),
      moves: roll() < 0.2,
    };
  };

  for (let done = 0; done < races; done += at_once) {
    queued.length = 0;
    const won = { ...outcomes };
    const batch = await Promise.all(Array.from({ length: Math.min(at_once, races - done) }, race));
    clock.advance(61_000);
    const words = await Promise.all(
      batch.map(async ({ id, fire, wait, moves }) => {
        const [before = 0, after = 0, twin = 0] = wait;
        const [cancel, moved] = await Promise.all([
          pause(before + lead.fire).then(() => call('PATCH', `/emails/${id}`, { body: { cancel: true } })),
          moves
            ? pause(twin).then(() => call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(3600) } }))
            : null,
          pause(after + lead.cancel).then(() => deliver(fire)),
          pause(twin + lead.cancel).then(() => deliver(fire)),
        ]);
        return { id, cancel, moved };
      }),
    );
    for (const { id, cancel, moved } of words) {
      const received = mails.filter((mail) => mail.email_id === id).length;
      const { status } = await get(id);
      expect([200, 409]).toContain(cancel.status);
      if (cancel.status === 200) {
        expect([id, received, status]).toEqual([id, 0, 'cancelled']);
        outcomes.cancelled++;
      } else {
        expect([id, received, status]).toEqual([id, 1, 'sent']);
        expect(['queued', 'sent']).toContain(cancel.body.error?.details?.status);
        expect(moved?.status ?? 409).toBe(409);
        outcomes.fired++;
      }
      if (moved?.status === 200) outcomes.moved++;
    }
    mails.length = 0;
    const cancelled = outcomes.cancelled - won.cancelled;
    if (cancelled > 0.7 * batch.length) lead = { cancel: lead.cancel >> 1, fire: 2 * lead.fire + 8 };
    if (cancelled < 0.3 * batch.length) lead = { cancel: 2 * lead.cancel + 8, fire: lead.fire >> 1 };
  }
  // A race that one side always wins proves nothing.
  expect(outcomes.cancelled).toBeGreaterThan(races / 20);
  expect(outcomes.fired).toBeGreaterThan(races / 20);
  process.stderr.write(`races ${races}: ${JSON.stringify(outcomes)}\n`);
});

test('a write of a batch whose answer was lost, and that is sent again, does not undo a cancel in between [H13]', async () => {
  const { ctx, call, email, ahead, mails, queued, schedules, deliver, clock, get } = await capturedAccount();
  const { batches } = ctx;
  const statuses: number[] = [];
  ctx.batches = {
    ...batches,
    putEmails: async (emails, shards) => {
      await batches.putEmails(emails, shards);
      for (const { meta } of emails)
        statuses.push((await call('PATCH', `/emails/${meta.id}`, { body: { cancel: true } })).status);
      return batches.putEmails(emails, shards);
    },
  };
  const items = [{ ...email, scheduled_at: ahead(3600) }];
  const { body } = await call('POST', '/emails/batch', { body: { emails: items } });
  const [item] = body.data as { id: string; status: string }[];
  expect([statuses, item?.status]).toEqual([[200], 'scheduled']);
  clock.advance(3_601_000);
  const fires = [...queued, ...schedules.values()].map(({ message }) => message);
  for (const message of fires) await deliver(message);
  expect([(await get(item?.id ?? '')).status, mails, schedules.size]).toEqual(['cancelled', [], 0]);
});
