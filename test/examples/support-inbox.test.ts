import type { ReceivedContent } from '../../shared/core/records/received.ts';
import { sign } from '../../shared/domain/webhooks/sign.ts';
import { freshAccount } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { forExamples, startedExample } from '../support/example.ts';
import { idOf } from '../support/ids.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';
import { sdkClient } from '../support/sdk.ts';

const received: ReceivedContent = { ...receivedContent, reply_text: 'It does not work' };

const { ctx, deliver, mails } = captured();
const envOf = forExamples(ctx);

const secret = 'whsec_c2VjcmV0IG9mIGEgdGVzdCBvZiB0aGUgZXhhbXBsZQ';

type Arriving = Partial<ReceivedContent> & { message_id?: string; in_reply_to?: string };

/** An account's inbox. Each arriving message's webhook is sent twice, and both statuses are returned. */
async function inbox(sender = (domain: string) => `support@${domain}`) {
  const { account, api_key, domain } = await freshAccount(ctx);
  const env = envOf(api_key, { MAIL_FROM: sender(domain), WEBHOOK_SECRET: secret });
  const server = await startedExample('support-inbox/server.mjs', env);
  const client = sdkClient(ctx, api_key);
  const arrivesTwice = async ({ message_id = '<1@x.example>', in_reply_to, ...change }: Arriving = {}) => {
    const id = ctx.runtime.id('inb');
    const { reply_text } = received;
    const mail = { account: account.id, id, subject: 'Help', reply_text, message_id };
    await ctx.received.create(
      receivedEmail({ ...mail, ...(in_reply_to && { in_reply_to }) }),
      { ...received, ...change },
      [],
    );
    const event = { id: ctx.runtime.id('evt'), type: 'email.received', data: { email_id: id } };
    const body = JSON.stringify({ ...event, created_at: new Date().toISOString() });
    const post = async (signature: string) =>
      (await fetch(server.url, { method: 'POST', headers: { 'service-signature': signature }, body })).status;
    const signature = sign(body, [secret], Date.now());
    expect(await post(signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(400);
    return [await post(signature), await post(signature)];
  };
  const tickets = async () => (await fetch(server.url)).json();
  return { account, client, server, arrivesTwice, tickets };
}

test('support-inbox replies once per thread, to its first message, and never to automated mail [D82]', async () => {
  const { account, client, server, arrivesTwice, tickets } = await inbox();
  const answers = async () => {
    const ids: string[] = [];
    for await (const { id } of client.emails.list()) ids.push(id);
    return Promise.all(ids.map((id) => client.emails.get(id, { include: 'content' })));
  };
  try {
    expect(await arrivesTwice()).toEqual([204, 204]);
    const [first, ...more] = await answers();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ subject: 'Re: Help', to: ['ada@x.example'] });
    await deliver({ id: idOf('msg', first?.id), account: account.id });
    expect(mails[0]?.raw).toContain('In-Reply-To: <1@x.example>\r\nReferences: <1@x.example>\r\n');
    expect(mails[0]?.raw).toContain('Auto-Submitted: auto-replied\r\n');
    const reply = { message_id: '<2@x.example>', in_reply_to: '<1@x.example>' };
    const machine = [{ name: 'Auto-Submitted', value: 'auto-replied' }];
    for (const mail of [reply, { message_id: '<3@x.example>', headers: machine }])
      expect(await arrivesTwice(mail)).toEqual([204, 204]);
    expect(await answers()).toHaveLength(1);
    expect(await tickets()).toMatchObject([
      { number: 1, message_ids: ['<1@x.example>', '<2@x.example>'] },
      { number: 2, message_ids: ['<3@x.example>'] },
    ]);
  } finally {
    await server.close();
  }
});

const ticket = { number: 1, message_ids: ['<1@x.example>'], texts: ['It does not work'] };

test('support-inbox makes one ticket of a mail whose answer failed and whose webhook comes again [D82]', async () => {
  const { server, arrivesTwice, tickets } = await inbox((domain) => `support@unknown.${domain}`);
  try {
    expect(await arrivesTwice()).toEqual([500, 500]);
    expect(await tickets()).toMatchObject([ticket]);
  } finally {
    await server.close();
  }
});

test('support-inbox takes a mail whose sender is suppressed: no repeat of its webhook would change that [D82]', async () => {
  const { client, server, arrivesTwice, tickets } = await inbox();
  try {
    await client.suppressions.create({ email: 'ada@x.example' });
    expect(await arrivesTwice()).toEqual([204, 204]);
    expect(await tickets()).toMatchObject([ticket]);
  } finally {
    await server.close();
  }
});

test('support-inbox answers a long thread with its first and its newest references [D82]', async () => {
  const { account, client, server, arrivesTwice } = await inbox();
  try {
    const references = Array.from({ length: 40 }, (_, i) => `<${i}${'a'.repeat(50)}@mail.gmail.com>`);
    expect(await arrivesTwice({ references })).toEqual([204, 204]);
    const [email] = (await client.emails.list()).items;
    await deliver({ id: idOf('msg', email?.id), account: account.id });
    const [, value = ''] = /^References:(.*(?:\r\n .*)*)/m.exec(mails.at(-1)?.raw ?? '') ?? [];
    const kept = value.trim().split(/\s+/);
    expect(kept).toEqual([references[0], ...references.slice(2 - kept.length), '<1@x.example>']);
    expect(kept.length).toBeGreaterThan(25);
  } finally {
    await server.close();
  }
});

test('support-inbox takes a mail that cannot be answered, and logs why [D82]', async () => {
  const { server, arrivesTwice, tickets } = await inbox();
  try {
    expect(await arrivesTwice({ reply_to: ['Support'] })).toEqual([204, 204]);
    expect(await tickets()).toMatchObject([ticket]);
    expect(server.said.join('\n')).toMatch(/not answered: ValidationError req_/);
  } finally {
    await server.close();
  }
});
