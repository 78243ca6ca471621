import { emailRoutes } from '../../functions/emails/routes.ts';
import { publicRoutes } from '../../functions/public/routes.ts';
import type { EventType } from '../../shared/core/records/events.ts';
import { inProcess, keyWith } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { recordOutcome } from '../support/outcomes.ts';

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

type Entry = { id: string; type: string; recipient: string | null; occurred_at: string; data: object };

/** An email to two recipients of which one was delivered and opened and the other bounced. */
async function eventful() {
  const world = await capturedAccount();
  const { ctx, account, send, deliver, clock } = world;
  const id = await send({ to: ['Ada <ada@x.example>'], cc: ['bob@x.example'], bcc: ['eve@x.example'] });
  clock.advance(1000);
  await deliver({ id, account: account.id });
  const record = (type: EventType, position: number, letter: string, data: Record<string, unknown>) => {
    clock.advance(1000);
    return recordOutcome(ctx, { account: account.id, email_id: id, type, position, letter, data });
  };
  const delivered_at = await record('email.delivered', 0, 'd', { smtp_response: '250 ok' });
  const opened_at = await record('email.opened', 0, 'o', { machine: false });
  await record('email.bounced', 1, 'b', { bounce_type: 'hard', bounce_reason: '550 no' });
  return { ...world, id, delivered_at, opened_at };
}

test('the timeline is newest first, with recipients, and data without the base fields [Q29]', async () => {
  const { call, id } = await eventful();
  const { status, body } = await call('GET', `/emails/${id}/events`);
  expect({ status, has_more: body.has_more, next_cursor: body.next_cursor }).toEqual({
    status: 200,
    has_more: false,
    next_cursor: null,
  });
  const events = body.events as Entry[];
  expect(events.map(({ type, recipient }) => [type, recipient])).toEqual([
    ['email.bounced', 'bob@x.example'],
    ['email.opened', 'ada@x.example'],
    ['email.delivered', 'ada@x.example'],
    ['email.sent', null],
    ['email.queued', null],
  ]);
  expect(events[0]?.data).toEqual({ bounce_type: 'hard', bounce_reason: '550 no' });
  expect(events[3]?.data).toMatchObject({ cc: ['bob@x.example'], recipient_count: 3 });
  for (const event of events) expect(event.id).toMatch(/^evt_/);
});

test('schedule, reschedule and cancel are in the timeline [Q28]', async () => {
  const { call, send, ahead, clock } = await capturedAccount();
  const [first, second] = [ahead(3600), ahead(7200)];
  const id = await send({ scheduled_at: first });
  clock.advance(1000);
  await call('PATCH', `/emails/${id}`, { body: { scheduled_at: second } });
  clock.advance(1000);
  await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  const { body } = await call('GET', `/emails/${id}/events`);
  expect((body.events as Entry[]).map(({ type, data }) => [type, data])).toEqual([
    ['email.cancelled', { cancelled_at: expect.any(String) }],
    ['email.rescheduled', { scheduled_at: second, previous_scheduled_at: first }],
    ['email.scheduled', { scheduled_at: first }],
  ]);
});

test('/recipients shows to, cc and bcc in order with what became of each [H11, E46]', async () => {
  const { call, id, delivered_at, opened_at } = await eventful();
  const { status, body } = await call('GET', `/emails/${id}/recipients`);
  const nothing = {
    bounce_type: null,
    bounce_reason: null,
    delivered_at: null,
    opened_at: null,
    clicked_at: null,
    opens: 0,
    clicks: 0,
  };
  expect([status, body.recipients]).toEqual([
    200,
    [
      {
        ...nothing,
        email: 'ada@x.example',
        kind: 'to',
        status: 'delivered',
        last_event: 'opened',
        delivered_at,
        opened_at,
        opens: 1,
      },
      {
        ...nothing,
        email: 'bob@x.example',
        kind: 'cc',
        status: 'bounced',
        last_event: 'bounced',
        bounce_type: 'hard',
        bounce_reason: '550 no',
      },
      { ...nothing, email: 'eve@x.example', kind: 'bcc', status: 'sent', last_event: 'sent' },
    ],
  ]);
});

test('a transactional email’s unsubscribe link records email.unsubscribed for the first recipient in to, once [Q29, E45]', async () => {
  const { ctx, call, send, deliver, account, mails } = await capturedAccount();
  const id = await send({
    to: ['Zoe <Zoe@x.example>', 'bob@x.example'],
    unsubscribe: true,
    text: '{{unsubscribe_url}}',
  });
  await deliver({ id, account: account.id });
  const link =
    /List-Unsubscribe: <([^>]+)>/.exec((mails[0]?.raw ?? '').replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
  const form = { raw: 'List-Unsubscribe=One-Click', headers: formHeaders };
  const press = inProcess(ctx, publicRoutes, null);
  for (let times = 0; times < 2; times++)
    expect((await press('POST', new URL(link).pathname.replace('/api', ''), form)).status).toBe(200);
  const events = (await call('GET', `/emails/${id}/events`)).body.events as Entry[];
  expect(events.map(({ type }) => type)).toEqual(['email.unsubscribed', 'email.sent', 'email.queued']);
  expect(events[0]).toMatchObject({ id: expect.stringMatching(/^evt_/), recipient: 'Zoe@x.example' });
  expect(events[0]?.data).toEqual({ scope: 'all', category: null });
  const { body } = await call('GET', `/emails/${id}/recipients`);
  expect(body.recipients).toMatchObject([
    { email: 'Zoe@x.example', status: 'sent', last_event: 'unsubscribed' },
    { email: 'bob@x.example', status: 'sent', last_event: 'sent' },
  ]);
});

test('until SES took it, every recipient shows the status of the email [H11]', async () => {
  const { call, send, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(60), to: ['a@x.example', 'b@x.example'] });
  const { body } = await call('GET', `/emails/${id}/recipients`);
  expect(body.recipients).toMatchObject([
    { email: 'a@x.example', status: 'scheduled', last_event: 'scheduled' },
    { email: 'b@x.example', status: 'scheduled', last_event: 'scheduled' },
  ]);
});

test('?include=content adds html and text, and nothing without it [H11]', async () => {
  const { call, send } = await capturedAccount();
  const id = await send({ html: '<p>Hi</p>' });
  const plain = (await call('GET', `/emails/${id}`)).body.email as object;
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['html']));
  const { body } = await call('GET', `/emails/${id}?include=content`);
  expect(body.email).toEqual({ ...plain, html: '<p>Hi</p>', text: 'Hi' });
  const large = await send({ html: `<p>${Array.from({ length: 20_000 }, (_, i) => i).join(' ')}</p>` });
  const inBucket = (await call('GET', `/emails/${large}?include=content`)).body.email as { html: string };
  expect(inBucket.html.length).toBeGreaterThan(100_000);
  expect((await call('GET', `/emails/${id}?include=all`)).status).toBe(400);
});

test('a key that may only send can read its own emails, also with include=content [H2]', async () => {
  const { ctx, account, send, email } = await capturedAccount();
  const other = await send();
  const sender = inProcess(ctx, emailRoutes, await keyWith(ctx, account.id, ['emails:send']));
  const own = (await sender('POST', '/emails', { body: email })).body.id as string;
  expect((await sender('GET', `/emails/${own}?include=content`)).status).toBe(200);
  expect((await sender('GET', `/emails/${other}?include=content`)).status).toBe(404);
});
