import type { Id } from '../../shared/core/runtime.ts';
import type { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { automationWorld } from '../support/automations.ts';
import { type Addresses, simpleParser } from '../support/mime.ts';
import { type Received, receiver, stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

const hostile = [
  '<script>alert("x")</script>&amp;\'',
  '{{event.email}} {{unsubscribe_url}} {{x}} {{',
  'a\r\nBcc: eve@x.example\r\n\r\nbody',
  '"Eve" <eve@x.example>, eve@x.example',
  "$& $1 $$ $` $'",
  '\u202egnp.exe\u2066',
  '../../etc/passwd?a=b#c&d',
  'a,b;c:d\\e(f)g@h[i]',
  '=?utf-8?q?eve?= =3D =20',
  '.\r\n.\r\n..',
  '%2e%2e/%00%0d%0a',
  'é ü 漢字 😀',
];

const escapedHtml = (text: string) =>
  text
    .split('')
    .map((c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c)
    .join('');
const onOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();
const percent = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
const plain = (text: string) => text.replace(/\r\n/g, '\n');

/** Every place of U23 with one value of the event in it. */
async function setUp() {
  const world = await automationWorld();
  const { ctx, domain, ok, active } = world;
  ctx.settings.webhook_targets = 'any';
  ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 100 };
  const texts: { to: string; text: string }[] = [];
  ctx.sms = {
    publish: async (sms) => {
      texts.push(sms);
      return { outcome: 'sent', message_id: 'm' };
    },
  };
  const { url, received } = await receiver();
  const html = '<p>{{v}}</p>{{d}}';
  const parts = { subject: 'T {{v}}', html, text: '[{{v}}] {{n}}', defaults: { d: 'default' } };
  await ok('POST', '/templates', { name: 'V', alias: 'v', ...parts, publish: true });
  const v = '{{event.data.v}}';
  const mailbox = (local: string) => `${v} <${local}@${domain}>`;
  const addresses = { from: mailbox('shop'), to: [`${v} <{{event.email}}>`], reply_to: mailbox('help') };
  const automation = await active([
    {
      type: 'send_email',
      ...addresses,
      subject: `S ${v}`,
      html: `<a>${v}</a>& {{ event.data.v }}`,
      text: `& ${v} <`,
      tags: { v: `tag ${v}` },
    },
    {
      type: 'send_email',
      ...addresses,
      template: { id: 'v', variables: { v, n: '{{event.data.n}}', d: '{{event.data.none}}' } },
    },
    { type: 'condition', all: [{ field: 'event.data.v', operator: 'equals', value: v }] },
    { type: 'send_sms', to: '{{event.data.to}}', text: `t ${v}` },
    {
      type: 'wait_for_event',
      event: 'answered',
      timeout_seconds: 60,
      on_timeout: 'fail',
      match: { field: 'data.v', equals: v },
    },
    {
      type: 'webhook',
      url: `${url}/${v}/x?v=${v}&w={{steps.4.event.data.v}}`,
      headers: { 'X-V': `h ${v}` },
      body: { [v.slice(2, 8)]: [v, { a: `b ${v}` }], n: '{{event.data.n}}' },
    },
  ]);
  return { ...world, automation, texts, received };
}

type World = Awaited<ReturnType<typeof setUp>>;

/** The mails of a run as they were delivered, in the order of its steps. */
async function deliveredMails({ queued, deliver, mails }: World, ids: unknown[]) {
  for (const { message } of queued.splice(0)) await deliver(message as DeliverMessage);
  const raws = ids.map((id) => mails.find(({ email_id }) => email_id === id)?.raw ?? '');
  return Promise.all(raws.map(async (raw) => ({ raw, parsed: await simpleParser(raw) }) as const));
}

const nameOf = (addresses: Addresses | undefined) =>
  addresses?.value.map(({ name, address }) => [name, address]);

test('a value never becomes a link of the service, whoever turns managed unsubscribe on [U73]', async () => {
  const { active, ctx, domain, ok, onlyRun, post, work } = await automationWorld();
  const parts = { subject: 's', text: '{{v}}', html: '{{v}}' };
  for (const [alias, unsubscribe_enabled] of Object.entries({ on: true, off: false }))
    await ok('POST', '/templates', { name: alias, alias, ...parts, unsubscribe_enabled, publish: true });
  const v = '{{event.data.v}}';
  const subject = `${v} {{ unsubscribe_url }}`;
  const step = { type: 'send_email', from: `shop@${domain}`, subject };
  const byTemplate = (id: string) => ({ ...step, template: { id, variables: { v } } });
  const plain = { ...step, text: `${v} {{unsubscribe_url}}`, unsubscribe: true };
  const automation = await active([byTemplate('on'), byTemplate('off'), plain]);
  await post({ email: 'ada@example.com', data: { v: '{{unsubscribe_url}}' } });
  await work();
  const { error, steps } = await onlyRun(automation);
  expect(error).toBeNull();
  const ids = steps.map(({ output }) => output?.email_id as Id<'msg'>);
  const stored = await Promise.all(ids.map((id) => ctx.emails.getMeta(id)));
  const marked = '{{unsubscribe_url}} \0unsubscribe_url\0';
  const off = '{{unsubscribe_url}} {{unsubscribe_url}}';
  expect(stored.map((email) => email?.subject)).toEqual([marked, off, marked]);
});

test('hostile values stay values in every place, inline and by template [U23, U24, U58-U60]', async () => {
  const world = await setUp();
  const { automation, domain, ok, post, received, runsOf, runOf, texts, work } = world;
  for (const [i, v] of hostile.entries()) {
    const email = `ada${i}@example.com`;
    await post({ email, data: { v, n: 7, to: `+4179000${String(i).padStart(4, '0')}` } });
    await work();
    const [found] = await runsOf(automation, `?email=${email}`);
    expect([v, found?.error, found?.status]).toEqual([v, null, 'waiting']);
    expect((await post({ name: 'answered', email, data: { v: `${v}!` } })).resumed_runs).toBe(0);
    expect((await post({ name: 'answered', email, data: { v } })).resumed_runs).toBe(1);
    await work();
    const run = await runOf(automation, found?.id ?? '');
    expect([v, run.error, run.status]).toEqual([v, null, 'completed']);
    const ids = [0, 1].map((step) => run.steps[step]?.output?.email_id);

    const name = onOneLine(v).replace(/\s+/g, ' ');
    for (const [at, { raw, parsed }] of (await deliveredMails(world, ids)).entries()) {
      const squeezed = (list: Addresses | undefined) =>
        nameOf(list)?.map(([one = '', address]) => [one.replace(/\s+/g, ' '), address]);
      expect([at, squeezed(parsed.from)]).toEqual([at, [[name, `shop@${domain}`]]]);
      expect([at, squeezed(parsed.to)]).toEqual([at, [[name, email]]]);
      expect([parsed.cc, parsed.bcc, raw.split('\r\n\r\n')[0]?.match(/^Bcc:/im)]).toEqual([
        undefined,
        undefined,
        null,
      ]);
      expect(parsed.subject).toBe(`${at === 0 ? 'S' : 'T'} ${onOneLine(v)}`.trim());
      const e = escapedHtml(v);
      const html = at === 0 ? `<a>${e}</a>& ${e}` : `<p>${e}</p>default`;
      expect(plain(parsed.html.trimEnd())).toBe(plain(html).trimEnd());
      const text = at === 0 ? `& ${v} <` : `[${v}] 7`;
      expect(plain(parsed.text ?? '').trimEnd()).toBe(plain(text).trimEnd());
    }
    const { email: stored } = await ok('GET', `/emails/${ids[0]}?include=content`);
    expect(stored).toMatchObject({
      html: `<a>${escapedHtml(v)}</a>& ${escapedHtml(v)}`,
      text: `& ${v} <`,
      subject: `S ${onOneLine(v)}`,
      tags: [{ name: 'v', value: `tag ${v}`.replace(/\p{Cc}/gu, ' ') }],
    });

    expect(texts.at(-1)?.text).toBe(`t ${v}`);
    const { path, headers, body } = received.at(-1) as Received;
    expect(path).toBe(`/hook/${percent(v)}/x?v=${percent(v)}&w=${percent(v)}`);
    expect(headers['x-v']).toBe(`h ${v}`.replace(/[^ -~]/gu, '?').trimEnd());
    expect(body).toBe(JSON.stringify({ 'event.': [v, { a: `b ${v}` }], n: 7 }));
  }
  expect(received).toHaveLength(hostile.length);
}, 90_000);

test('where a value decides who is written to, a hostile one fails the run and is not named [U25, U37, U46, U58, U61]', async () => {
  const { ctx, active, mail, post, queued, runsOf, runOf, work } = await setUp();
  let published = 0;
  ctx.sms = { publish: async () => ({ outcome: 'sent', message_id: `${++published}` }) };
  const v = '{{event.data.v}}';
  const { subject: _subject, text: _text, ...templated } = mail as typeof mail & Record<string, unknown>;
  const steps: Record<string, object> = {
    to: { ...mail, to: v },
    bracketed: { ...mail, to: `Ada <${v}>` },
    reply_to: { ...mail, reply_to: v },
    sms: { type: 'send_sms', to: v, text: 't' },
    variable: { ...templated, template: { id: 'v', variables: { v, n: '{{event.data.none}}' } } },
  };
  const automations = new Map<string, string>();
  for (const [name, step] of Object.entries(steps))
    automations.set(name, await active([step], { trigger: { event: 'decides' } }));
  for (const value of [
    ...hostile,
    'eve@x.example, bob@x.example',
    'eve@x.example\r\nBcc: bob@x.example',
    {},
    [],
    7,
  ])
    await post({ name: 'decides', email: 'ada@example.com', data: { v: value } });
  await work();
  for (const [name, automation] of automations) {
    const runs = await runsOf(automation);
    expect(runs).toHaveLength(hostile.length + 5);
    for (const { id } of runs) {
      const { status, error, steps: shown } = await runOf(automation, id);
      expect([name, status, shown[0]?.status]).toEqual([name, 'failed', 'failed']);
      expect(error).toMatchObject({ code: 'validation_error', step_index: 0 });
      expect(JSON.stringify(error)).not.toMatch(/eve|passwd|script|Bcc|exe/);
    }
  }
  expect([queued, published]).toEqual([[], 0]);
}, 90_000);
