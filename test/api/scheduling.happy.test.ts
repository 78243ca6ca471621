import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { isId } from '../../shared/core/runtime.ts';
import type { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { environment, readStack } from '../support/environment.ts';
import { ownSweep } from '../support/sweep.ts';
import { until } from '../support/until.ts';

const day_s = 86_400;

test('up to 14 minutes ahead an email waits in the queue, beyond that in a schedule of its own [Q16]', async () => {
  const { clock, send, queued, schedules, ahead, get } = await capturedAccount();
  clock.hold();
  const near = ahead(14 * 60 - 1);
  const first = await send({ scheduled_at: near });
  expect(queued).toEqual([
    { message: expect.objectContaining({ id: first, scheduled_at: near }), delay_s: 839 },
  ]);
  expect(schedules.size).toBe(0);
  const far = ahead(14 * 60 + 60);
  const second = await send({ scheduled_at: far });
  expect(queued).toHaveLength(1);
  const made = schedules.get(second);
  expect(made?.message).toMatchObject({ id: second, scheduled_at: far });
  // Early, so that the Scheduler's minute of tolerance never makes a mail late.
  expect(Date.parse(far) - (made?.at ?? 0)).toBeGreaterThanOrEqual(119_000);
  expect(await get(second)).toMatchObject({
    status: 'scheduled',
    last_event: 'scheduled',
    scheduled_at: far,
  });
});

test('the answer says scheduled; other notations and finer digits become UTC milliseconds [H9, C7]', async () => {
  const { call, email, get, ahead } = await capturedAccount();
  const at = ahead(3600);
  const local = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().replace('Z', '987+05:30');
  const { status, body } = await call('POST', '/emails', { body: { ...email, scheduledAt: local } });
  expect([status, body.status]).toEqual([200, 'scheduled']);
  expect((await get(body.id as string)).scheduled_at).toBe(at);
});

test('email.scheduled is told when the email is accepted, and only then [H12]', async () => {
  const { ctx, api_key, call, send, webhooks, ahead } = await capturedAccount();
  await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', {
    body: { url: 'https://hooks.example.com/x' },
  });
  const scheduled_at = ahead(3600);
  const id = await send({ scheduled_at });
  await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(7200) } });
  await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  expect(webhooks.map((message) => message.event_type)).toEqual(['email.scheduled']);
  expect(JSON.parse(webhooks[0]?.payload ?? '').data).toMatchObject({
    email_id: id,
    status: 'scheduled',
    scheduled_at,
    message_id: null,
  });
});

test('not handed over before its time; at its time once, whatever comes twice [Q16]', async () => {
  const { send, queued, schedules, deliver, clock, mails, get, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(1800) });
  const { message, at } = schedules.get(id) as { message: DeliverMessage; at: number };
  clock.advance(at - clock.runtime.now());
  await deliver(message);
  expect(mails).toHaveLength(0);
  const waiting = queued.at(-1) as (typeof queued)[number];
  expect(waiting.message).toEqual(message);
  expect(waiting.delay_s).toBeLessThanOrEqual(840);
  clock.advance(waiting.delay_s * 1000);
  await Promise.all([deliver(waiting.message), deliver(waiting.message)]);
  await deliver(waiting.message, 2);
  expect(mails.map((mail) => mail.email_id)).toEqual([id]);
  expect((await get(id)).status).toBe('sent');
});

test('a reschedule moves the time; the fire of the old one is dropped without a trace [Q37, H13]', async () => {
  const { call, send, queued, schedules, deliver, clock, mails, get, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(60) });
  const later = ahead(600);
  const moved = await call('PATCH', `/emails/${id}`, { body: { scheduled_at: later } });
  expect([moved.status, moved.body.email]).toMatchObject([
    200,
    { id, status: 'scheduled', scheduled_at: later },
  ]);
  expect(queued).toHaveLength(2);
  clock.advance(61_000);
  await deliver((queued[0] as (typeof queued)[number]).message);
  expect([mails.length, (await get(id)).status]).toEqual([0, 'scheduled']);
  // Further than the queue reaches: a schedule; back again: none.
  await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(10 * day_s) } });
  expect(schedules.has(id)).toBe(true);
  await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  expect(schedules.has(id)).toBe(false);
});

test('cancel answers the record; nothing goes out, whatever still fires [H13]', async () => {
  const { call, send, queued, deliver, clock, mails, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(30) });
  const { status, body } = await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  expect([status, body.email]).toMatchObject([
    200,
    { id, status: 'cancelled', last_event: 'cancelled', cancelled_at: expect.any(String) },
  ]);
  clock.advance(31_000);
  await deliver((queued[0] as (typeof queued)[number]).message);
  expect(mails).toHaveLength(0);
});

test('a cancel that a reschedule came before takes the outbox row that stands [Q15]', async () => {
  const { ctx, call, send, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(600) });
  const { cancel } = ctx.emails;
  ctx.emails.cancel = async (input) => {
    expect((await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(7200) } })).status).toBe(200);
    return cancel(input);
  };
  const rows = async () => {
    const { outbox } = (await ctx.emails.getMeta(id)) as { outbox: number };
    return (await ctx.emails.listOutbox(outbox)).filter((row) => row === id);
  };
  expect(await rows()).toEqual([id]);
  expect((await call('PATCH', `/emails/${id}`, { body: { cancel: true } })).status).toBe(200);
  expect(await rows()).toEqual([]);
});

test('retention counts from scheduled_at; a reschedule moves the expiry of meta and body [Q4]', async () => {
  const { call, send, clock, ahead } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(89 * day_s) });
  await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(90 * day_s) } });
  clock.advance(60 * day_s * 1000);
  const kept = await call('GET', `/emails/${id}?include=content`);
  expect(kept.body.email).toMatchObject({ text: 'Hi' });
  clock.advance(61 * day_s * 1000);
  const over = await call('GET', `/emails/${id}?include=content`);
  expect(over.body.email).toMatchObject({ text: null, html: null });
});

test('the bucket keeps scheduled bodies apart, and one that is moved beyond their age is made young [Q4]', async () => {
  const { ctx, call, send, clock, ahead, account } = await capturedAccount();
  const text = ctx.runtime.secret(30_000, 'base62');
  const id = await send({ text, scheduled_at: ahead(90 * day_s) });
  const { BODY_BUCKET: Bucket } = environment();
  const { region, aws_endpoint_url: endpoint } = readStack();
  const s3 = new S3Client({ region, endpoint, forcePathStyle: true });
  const age = async () => {
    const Key = `scheduled/${account.id}/${id}`;
    return (await s3.send(new HeadObjectCommand({ Bucket, Key }))).LastModified?.getTime();
  };
  const made = await age();
  // S3 tells whole seconds.
  await until(async () => Date.now() - (made ?? 0) > 1_100);
  const move = async () => {
    clock.advance(80 * day_s * 1000);
    expect((await call('PATCH', `/emails/${id}`, { body: { scheduled_at: ahead(90 * day_s) } })).status).toBe(
      200,
    );
    return age();
  };
  // Due 170 days after it was made, then 250: the bucket's rule ends it after 210.
  expect(await move()).toBe(made);
  expect(await move()).toBeGreaterThan(made ?? 0);
  const { body } = await call('GET', `/emails/${id}?include=content`);
  expect(body.email).toMatchObject({ text });
  s3.destroy();
});

test('a record lives 90 days after the later of created_at and scheduled_at, whatever TTL left behind [H42, Q4]', async () => {
  const { call, send, deliver, account, clock, ahead } = await capturedAccount();
  const sent = await send();
  await deliver({ id: sent, account: account.id });
  const planned = await send({ scheduled_at: ahead(10 * day_s) });
  const listed = async () =>
    ((await call('GET', '/emails')).body.emails as { id: string }[]).map(({ id }) => id);
  const statuses = async (id: string) => [
    (await call('GET', `/emails/${id}`)).status,
    (await call('GET', `/emails/${id}/recipients`)).status,
    (await call('POST', `/emails/${id}/resend`)).status,
  ];
  clock.advance((90 * day_s - 60) * 1000);
  expect(await statuses(sent)).toEqual([200, 200, 409]);
  clock.advance(60_000);
  expect(await statuses(sent)).toEqual([404, 404, 404]);
  expect(await listed()).toEqual([planned]);
  clock.advance(10 * day_s * 1000);
  expect(await listed()).toEqual([]);
});

describe('the sweep (Q15)', () => {
  /** An account, and minutes that pass there with the sweep after each. */
  async function sweptAccount() {
    const world = await capturedAccount();
    const { ctx, account, clock } = world;
    const isMine = async (id: string) =>
      isId('msg', id) && (await ctx.emails.getMeta(id))?.account === account.id;
    const sweep = ownSweep(ctx, isMine, Math.floor(ctx.runtime.now() / 60_000) - 1);
    const pass = async (minutes: number) => {
      for (let i = 0; i < minutes; i++) {
        clock.advance(60_000);
        await sweep();
      }
    };
    return { ...world, pass };
  }

  test('queues what the Scheduler refused within its last 15 minutes, and never asks the Scheduler again [P28]', async () => {
    const { ctx, clock, send, pass, schedules, queued, deliver, mails, down, ahead } = await sweptAccount();
    clock.hold();
    down.scheduler = true;
    const scheduled_at = ahead(20 * 60);
    const id = await send({ scheduled_at });
    down.scheduler = false;
    await pass(5);
    expect(queued.filter(({ message }) => message.id === id)).toEqual([]);
    await pass(4);
    expect(schedules.size).toBe(0);
    const fires = queued.splice(0).filter(({ message }) => message.id === id);
    expect(fires).toHaveLength(1);
    const [fire] = fires;
    if (fire === undefined) throw new Error('not queued');
    expect(fire.delay_s).toBeGreaterThan(12 * 60);
    expect(fire.delay_s).toBeLessThanOrEqual(14 * 60);
    clock.advance(Date.parse(scheduled_at) - ctx.runtime.now());
    await deliver(fire.message);
    expect(mails.map((mail) => mail.email_id)).toEqual([id]);
  });

  test('an outbox row of a refused schedule outlives the queue, too [P28]', async () => {
    const { clock, send, pass, queued, down, ahead } = await sweptAccount();
    clock.hold();
    down.scheduler = true;
    const id = await send({ scheduled_at: ahead(16 * 60) });
    down.queue = true;
    await pass(4);
    down.queue = false;
    await pass(3);
    expect(queued.filter(({ message }) => message.id === id)).toHaveLength(1);
  });

  test('fires what its schedule never did, and goes on until it is sent', async () => {
    const { send, pass, queued, deliver, mails, get, ahead } = await sweptAccount();
    const id = await send({ scheduled_at: ahead(120) });
    queued.length = 0;
    await pass(6);
    const found = queued.filter(({ message }) => message.id === id);
    expect(found).toHaveLength(1);
    for (const { message } of found) await deliver(message);
    expect(mails.map((mail) => mail.email_id)).toContain(id);
    expect((await get(id)).status).toBe('sent');
  });
});

describe('scheduled items of a batch [H15]', () => {
  test('each waits by itself and fires with its own content; the rest goes out at once', async () => {
    const { call, email, ahead, queued, schedules, deliver, clock, mails, get } = await capturedAccount();
    clock.hold();
    const [near, far] = [ahead(30), ahead(7200)];
    const emails = [
      { ...email, subject: 'now' },
      { ...email, subject: 'near', text: 'Near', scheduled_at: near },
      { ...email, subject: 'far', scheduled_at: far },
      { ...email, subject: 'past', scheduled_at: ahead(-1) },
    ];
    const { body } = await call('POST', '/emails/batch', { body: { emails } });
    const data = body.data as { id: string | null; status: string; error?: { status: number } }[];
    expect(data.map(({ status }) => status)).toEqual(['sent', 'scheduled', 'scheduled', 'failed']);
    expect(data[3]?.error?.status).toBe(400);
    const [, second, third] = data.map(({ id }) => id as string);
    expect(schedules.get(third as string)?.message).toMatchObject({ scheduled_at: far });
    const fire = queued.find(({ message }) => message.id === second);
    expect([fire?.message.scheduled_at, fire?.delay_s]).toEqual([near, 30]);
    clock.advance(31_000);
    for (const { message } of [...queued]) await deliver(message);
    expect(mails.map(({ email_id }) => email_id).sort()).toEqual([data[0]?.id, second].sort());
    expect(mails.find(({ email_id }) => email_id === second)?.raw).toContain('Near');
    expect((await get(third as string)).status).toBe('scheduled');
    // Q4: moved beyond the batch's own 30 days, its content goes along.
    expect(
      (await call('PATCH', `/emails/${third}`, { body: { scheduled_at: ahead(80 * day_s) } })).status,
    ).toBe(200);
    clock.advance(100 * day_s * 1000);
    const kept = await call('GET', `/emails/${third}?include=content`);
    expect(kept.body.email).toMatchObject({ text: 'Hi' });
  });

  test('a batch of nothing but scheduled items keeps its content', async () => {
    const { call, email, ahead, queued, deliver, clock, mails } = await capturedAccount();
    const emails = [1, 2].map((i) => ({ ...email, text: `Text ${i}`, scheduled_at: ahead(10) }));
    await call('POST', '/emails/batch', { body: { emails } });
    clock.advance(11_000);
    for (const { message } of [...queued]) await deliver(message);
    expect(mails.map(({ raw }) => /Text \d/.exec(raw)?.[0]).sort()).toEqual(['Text 1', 'Text 2']);
  });
});

test('the Date of scheduled mail is its time, of other mail the time of accepting, equal over attempts [Q52]', async () => {
  const { ctx, send, get, clock, ahead, queued, deliver, mails, call } = await capturedAccount();
  const dateOf = (raw = '') => Date.parse(/^Date: (.*)$/m.exec(raw)?.[1] ?? '');
  const seconds = (iso: unknown) => Math.floor(Date.parse(String(iso)) / 1000) * 1000;
  const { send: accept } = ctx.mailer;
  const at = ahead(120);
  const id = await send({ scheduled_at: at });
  clock.advance(150_000);
  ctx.mailer.send = async (mail) => {
    await accept(mail);
    return { outcome: 'later', reason: 'Throttling' };
  };
  await deliver(queued.shift()?.message as never);
  ctx.mailer.send = accept;
  clock.advance(60_000);
  await deliver(queued.shift()?.message as never);
  expect(mails.map(({ raw }) => dateOf(raw))).toEqual([seconds(at), seconds(at)]);

  clock.advance(3_600_000);
  const again = await call('POST', `/emails/${id}/resend`);
  clock.advance(5_000);
  await deliver(queued.shift()?.message as never);
  const { created_at } = await get(String(again.body.id));
  expect(dateOf(mails.at(-1)?.raw)).toBe(seconds(created_at));
});
