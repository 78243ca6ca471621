import { automationWorld } from '../support/automations.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

const a = '{{event.data.a}}';
const large = { a: 'x'.repeat(60_000) };
const mail = { type: 'send_email', from: 'set below' };
const ignored = 'https://example.com/';

const steps: [field: string, step: Record<string, unknown>][] = [
  ['html', { ...mail, subject: 's', html: a.repeat(2_000) }],
  ['text', { ...mail, subject: 's', text: a.repeat(2_000) }],
  ['subject', { ...mail, subject: a, text: 't' }],
  ['to', { ...mail, to: `{{event.email}}${a}`, subject: 's', text: 't' }],
  ['reply_to', { ...mail, reply_to: a, subject: 's', text: 't' }],
  ['template.variables', { ...mail, template: { id: 'v', variables: { v: a.repeat(50) } } }],
  ['match.equals', wait()],
  ['url', { type: 'webhook', url: `${ignored}${a}` }],
  ['headers.X-A', { type: 'webhook', url: ignored, headers: { 'X-A': a } }],
  ['body', { type: 'webhook', url: ignored, body: [a, a, a, { a, b: [a] }] }],
];

function wait() {
  const match = { field: 'data.a', equals: a };
  return { type: 'wait_for_event', event: 'answered', timeout_seconds: 60, match };
}

test.each(steps)(
  'a step whose %s is over its limit once it is filled in fails too_large [U73]',
  async (field, step) => {
    const { active, domain, ok, post, work, onlyRun, queued } = await automationWorld();
    const parts = { subject: 's', text: '{{v}}' };
    await ok('POST', '/templates', { name: 'V', alias: 'v', ...parts, publish: true });
    const automation = await active([step.from ? { ...step, from: `shop@${domain}` } : step]);
    await post({ email: 'ada@example.com', data: large });
    await work();
    const { error, status, steps: shown } = await onlyRun(automation);
    expect([status, error]).toEqual([
      'failed',
      expect.objectContaining({ code: 'too_large', step_index: 0 }),
    ]);
    expect((error as { message: string }).message).toMatch(`${field}: at most `);
    expect([shown[0]?.output, queued]).toEqual([null, []]);
  },
);

test('what is within the limits goes out, and a long name, tag or text of a phone is cut or refused as ever [U73]', async () => {
  const { active, ctx, domain, post, work, onlyRun, ok } = await automationWorld();
  ctx.settings.webhook_targets = 'any';
  const { url, received } = await receiver();
  const automation = await active([
    {
      ...mail,
      from: `${a} <shop@${domain}>`,
      to: `${a} <{{event.email}}>`,
      subject: 's',
      html: a.repeat(30),
      tags: { a },
    },
    { type: 'condition', all: [{ field: 'event.data.a', operator: 'equals', value: a }] },
    {
      type: 'condition',
      any: [{ field: 'event.data.b', operator: 'in', value: [`${a}y`, '{{event.data.b}}'] }],
    },
    { type: 'webhook', url, body: [a, { a, b: [`${a}.`, a] }] },
    { type: 'send_sms', to: '+41791234567', text: a },
  ]);
  await post({ email: 'ada@example.com', data: { ...large, b: 'b'.repeat(2_000) } });
  ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 100 };
  await work();
  const { error, steps: shown } = await onlyRun(automation);
  expect(error).toMatchObject({ code: 'validation_error', step_index: 4 });
  const { email } = await ok('GET', `/emails/${shown[0]?.output?.email_id}`);
  const { from, tags } = email as { from: string; tags: { value: string }[] };
  expect([from.length, tags[0]?.value.length]).toEqual([` <shop@${domain}>`.length + 200, 256]);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual([large.a, { a: large.a, b: [`${large.a}.`, large.a] }]);
});
