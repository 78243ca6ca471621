import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { blockedSenders } from '../../functions/inbound/blocked-senders.ts';
import { inboundRoutes } from '../../functions/inbound/inbound-routes.ts';
import { receivedEmails } from '../../functions/inbound/received-emails.ts';
import { acceptSesMail } from '../../shared/domain/receiving/accept-ses-mail.ts';
import { receiveEmail, recordUnread } from '../../shared/domain/receiving/receive-email.ts';
import { SesNotification } from '../../shared/domain/receiving/ses-notification.ts';
import { sweepDeadLetters } from '../../shared/domain/sweep/dead-letters.ts';
import { freshAccount, inProcess, newTenant } from '../support/api.ts';
import { cloudKeys, environment } from '../support/environment.ts';
import { inboundDomain, inboundWorld as openWorld } from '../support/inbound.ts';
import { indexesCaughtUp } from '../support/lag.ts';

const worlds: Awaited<ReturnType<typeof openWorld>>[] = [];
async function inboundWorld() {
  const world = await openWorld();
  worlds.push(world);
  return world;
}
afterEach(() => Promise.all(worlds.splice(0).map(({ receiver }) => receiver.drain(0))));

const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '', BODY_BUCKET: Bucket } = environment();
const credentials = cloudKeys();
const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });

const own =
  'Return-Path: <ada@x.example>\r\nReceived: from a by b;\r\n c\r\nX-SES-Spam-Verdict: PASS\r\nX-SES-DKIM-SIGNATURE: a=b\r\n';
const sent = (subject: string) => `From: Ada <ada@x.example>\r\nSubject: ${subject}\r\n\r\nIt arrived.\r\n`;

/** SES's notification of a message whose octets are in the bucket. */
async function taken(
  id: string,
  recipients: string[],
  {
    octets = own + sent(id),
    source = 'ada@x.example' as string,
    objectKey = `ses/${id}`,
    verdicts = {},
  } = {},
): Promise<SesNotification> {
  await s3.send(new PutObjectCommand({ Bucket, Key: `ses/${id}`, Body: octets }));
  const found = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', ...verdicts };
  return SesNotification.parse({
    notificationType: 'Received',
    mail: { messageId: id, source, destination: recipients },
    receipt: {
      timestamp: new Date().toISOString(),
      recipients,
      ...Object.fromEntries(Object.entries(found).map(([of, status]) => [`${of}Verdict`, { status }])),
      action: { type: 'S3', objectKey },
    },
  });
}

const name = (what: string) => `${what}-${process.pid}-${Date.now()}`;

async function listed(call: Awaited<ReturnType<typeof openWorld>>['call']) {
  const { body } = await call('GET', '/received-emails');
  return body.received_emails as { id: string; rcpt_to: string[]; tenant?: string; size: number }[];
}

test('recipients of SES become one record for each account and tenant, those of none of ours are dropped [R39, R58]', async () => {
  const world = await inboundWorld();
  const { ctx, account, domain, call } = world;
  const tenant = await newTenant(ctx, account.id);
  const owned = await inboundDomain(ctx, account.id, { tenant: tenant.id });
  const failed = await inboundDomain(ctx, account.id, { status: 'failed' });
  const off = await inboundDomain(ctx, account.id, { inbound_enabled: false });
  const other = await freshAccount(ctx, { domain: false });
  const theirs = await inboundDomain(ctx, other.account.id);
  const recipients = [
    ...[`A@${domain.toUpperCase()}`, `a@${domain}`, `b@${domain}`, `c@${owned}`, `d@${theirs}`],
    ...[`e@${failed}`, `f@${off}`, 'g@nobody.example', `h@sub.${domain}`, 'i', '@'],
  ];
  const notification = await taken(name('owners'), recipients);
  await acceptSesMail(ctx, notification);
  const queued = [...world.queued];
  expect(queued.map(({ rcpt_to }) => rcpt_to.length).sort()).toEqual([1, 1, 2]);
  // SNS repeats: the object is gone, and nothing is queued again.
  await acceptSesMail(ctx, notification);
  expect(world.queued).toEqual(queued);
  await world.work();
  const mine = await listed(call);
  expect(mine.map((one) => [one.tenant, one.rcpt_to.length]).sort()).toEqual(
    [
      [undefined, 2],
      [tenant.external_id, 1],
    ].sort(),
  );
  const size = sent(notification.mail.messageId).length;
  expect(mine.map((one) => one.size)).toEqual([size, size]);
  const foreign = await listed(inProcess(ctx, receivedEmails.routes, other.api_key));
  expect(foreign.map(({ rcpt_to }) => rcpt_to)).toEqual([[`d@${theirs}`]]);
  const [first] = mine;
  const { status } = await inProcess(
    ctx,
    receivedEmails.routes,
    other.api_key,
  )('GET', `/received-emails/${first?.id}`);
  expect(status).toBe(404);
});

test('a run that dies before the object is removed makes the same record again; the empty sender is empty [R58]', async () => {
  const world = await inboundWorld();
  const { ctx, domain } = world;
  const notification = await taken(name('again'), [`a@${domain}`], { source: '<>' });
  const { removeAtSes } = ctx.received;
  ctx.received.removeAtSes = () => Promise.reject(new Error('died'));
  await expect(acceptSesMail(ctx, notification)).rejects.toThrow('died');
  ctx.received.removeAtSes = removeAtSes;
  await acceptSesMail(ctx, notification);
  const [one, two] = world.queued;
  expect([one?.id, one?.mail_from]).toEqual([two?.id, '']);
  await world.work();
  expect(await listed(world.call)).toHaveLength(1);
});

test('a message that reaches SES twice is stored once, with the verdicts of the first delivery [R41, R53, R54]', async () => {
  const world = await inboundWorld();
  const { ctx, domain, call } = world;
  const octets = own + sent('again');
  const verdicts = { spf: 'PASS', dkim: 'FAIL', dmarc: 'PROCESSING_FAILED', spam: 'FAIL' };
  await acceptSesMail(ctx, await taken(name('first'), [`a@${domain}`], { octets, verdicts }));
  await world.work();
  // SES writes other fields above it each time.
  const later = octets.replace('from a by b', 'from a by c');
  await acceptSesMail(ctx, await taken(name('second'), [`a@${domain}`], { octets: later }));
  await world.work();
  const received = await listed(call);
  expect(received).toHaveLength(1);
  expect((await call('GET', `/received-emails/${received[0]?.id}`)).body.received_email).toMatchObject({
    spam_status: 'fail',
    auth: { spf: 'pass', dkim: 'fail', dmarc: 'unknown' },
  });
});

test('of several authors is no verdict of SES [R76]', async () => {
  const world = await inboundWorld();
  const { ctx, domain, call } = world;
  const octets = `${own}From: ceo@bank.example, ada@x.example\r\n\r\nhi\r\n`;
  await acceptSesMail(ctx, await taken(name('authors'), [`a@${domain}`], { octets }));
  await world.work();
  const [{ id } = { id: '' }] = await listed(call);
  expect((await call('GET', `/received-emails/${id}`)).body.received_email).toMatchObject({
    from: 'ceo@bank.example',
    spam_status: 'fail',
    auth: { spf: 'pass', dkim: 'pass', dmarc: 'fail' },
  });
});

test.each([
  ['read', receiveEmail],
  ['recorded by its header', recordUnread],
])('bare line feeds in what was sent are line breaks where the message is %s [R47, R58]', async (_, work) => {
  const world = await inboundWorld();
  const { ctx, domain, call } = world;
  const octets = `${own}From: Ada <ada@x.example>\nSubject: one\n\nIt\r\narrived.\n`;
  await acceptSesMail(ctx, await taken(name('bare'), [`a@${domain}`], { octets }));
  for (const message of world.queued) await work(ctx, message);
  const [{ id } = { id: '' }] = await listed(call);
  expect((await call('GET', `/received-emails/${id}`)).body.received_email).toMatchObject({
    from: 'Ada <ada@x.example>',
    subject: 'one',
    size: 'From: Ada <ada@x.example>\r\nSubject: one\r\n\r\nIt\r\narrived.\r\n'.length,
  });
});

test('a notification that names another place of the bucket reads nothing [R58]', async () => {
  const world = await inboundWorld();
  const { ctx, domain, account } = world;
  const id = name('elsewhere');
  await acceptSesMail(ctx, await taken(id, [`a@${domain}`], { objectKey: `received/${account.id}/inb/raw` }));
  expect(world.queued).toEqual([]);
});

test('a notification that failed too often is taken in by the sweep [R52, R58]', async () => {
  const world = await inboundWorld();
  const { ctx, domain } = world;
  const notification = await taken(name('dead'), [`a@${domain}`]);
  const drain: typeof ctx.dead_letters.drain = async (queue, handle) => {
    if (queue !== 'receive') return { done: 0, failed: 0 };
    await handle(JSON.stringify(notification));
    return { done: 1, failed: 0 };
  };
  await sweepDeadLetters({ ...ctx, dead_letters: { ...ctx.dead_letters, drain } });
  await world.work();
  expect(await listed(world.call)).toHaveLength(1);
});

test('what a route refuses and whose sender is blocked is dropped at the door of SES, too [N42, N46]', async () => {
  const world = await inboundWorld();
  const { ctx, domain, clock } = world;
  const other = await freshAccount(ctx, { domain: false });
  const theirs = await inboundDomain(ctx, other.account.id);
  const call = inProcess(ctx, [...inboundRoutes.routes, ...blockedSenders.routes], world.api_key);
  await call('POST', '/inbound-routes', { body: { match: `noreply@${domain}`, action: 'refuse' } });
  await call('POST', '/blocked-senders', { body: { sender: 'junk.example' } });
  await call('POST', '/blocked-senders', { body: { sender: 'eve@x.example' } });
  clock.advance(30_000);
  await indexesCaughtUp();
  const kept = async (what: string, recipients: string[], options: Parameters<typeof taken>[2] = {}) => {
    world.queued.splice(0);
    const notification = await taken(name(what), recipients, options);
    await acceptSesMail(ctx, notification);
    expect(await ctx.received.getAtSes(notification.mail.messageId)).toBeNull();
    return world.queued.map(({ rcpt_to }) => rcpt_to);
  };
  const both = [`a@${domain}`, `b@${theirs}`];
  expect(await kept('refused', [`NoReply@${domain}`, `a@${domain}`])).toEqual([[`a@${domain}`]]);
  expect(await kept('alone', [`noreply@${domain}`])).toEqual([]);
  expect(await kept('envelope', both, { source: 'x@sub.junk.example' })).toEqual([[`b@${theirs}`]]);
  const octets = `${own}From: Eve <eve@x.example>\r\n\r\nhi\r\n`;
  expect(await kept('author', both, { octets })).toEqual([[`b@${theirs}`]]);
  expect(
    await kept('bare', both, { octets: octets.replace('example>\r\n\r\n', 'example>\nTo: a@b.c\n\n') }),
  ).toEqual([[`b@${theirs}`]]);
  expect(await kept('all', [`a@${domain}`], { octets })).toEqual([]);
  const folded = `${own} x: y\r\nFrom: Eve <eve@x.example>\r\n\r\nhi\r\n`;
  expect(await kept('folded', both, { octets: folded })).toEqual([[`b@${theirs}`]]);
  const report = octets.replace('\r\n\r\n', '\r\nContent-Type: multipart/report; boundary=b\r\n\r\n');
  expect(await kept('bounce', [`a@${domain}`], { octets: report, source: '<>' })).toHaveLength(1);
  expect(await kept('others', both)).toHaveLength(2);
});
