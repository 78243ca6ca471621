import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { type Id, timestamp } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import type { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { inProcess } from '../support/api.ts';
import { idOf } from '../support/ids.ts';
import { unpaced } from '../support/unpaced.ts';
import { oneClick, setUp } from '../support/unsubscriber.ts';

type Parsed = { headers: Map<string, unknown>; html: string; text?: string; subject: string };
const { simpleParser } = jest.requireActual<{ simpleParser: (source: string) => Promise<Parsed> }>(
  'mailparser',
);

/** Every message of an email that SES is handed. */
async function messagesOf(ctx: Context, given: DeliverMessage): Promise<string[]> {
  const handed: string[] = [];
  const mailer: Context['mailer'] = {
    send: async ({ raw }) => {
      handed.push(Buffer.from(raw).toString('latin1'));
      return { outcome: 'accepted', message_id: 'x' };
    },
  };
  await deliverEmail({ ...unpaced(ctx), mailer }, given, { receive_count: 1 });
  return handed;
}

describe('delivery', () => {
  test.each([
    ['while an email waits', 'product', 0],
    ['before a scheduled email is due', 'newsletter', 60],
  ] as const)('opting out %s stops the email [rule 11, Q3, Q19]', async (_when, category, later_s) => {
    const { ctx, visit, path, email, account, advance, call, told, runtime } = await setUp(category);
    const time = later_s > 0 ? { scheduled_at: timestamp(runtime.now() + later_s * 1000) } : {};
    const id = idOf('msg', (await call('POST', '/emails', { body: { ...email, ...time } })).body.id);
    await visit('POST', path, oneClick);
    told.length = 0;
    advance(later_s === 0 ? 6 * 60_000 : 61_000);
    expect(await messagesOf(ctx, { id, account: account.id, ...time })).toEqual([]);
    expect((await call('GET', `/emails/${id}`)).body.email).toMatchObject({
      status: 'failed',
      last_event: 'suppressed',
      failure_reason: 'category_unsubscribed',
    });
    expect(told.map(({ payload }) => JSON.parse(payload ?? '{}'))).toMatchObject([
      { type: 'email.suppressed', data: { email_id: id, suppressed: [{ scope: 'category' }] } },
    ]);
  });

  test('each message has a link of its own, escaped in html; values of the caller stay [rule 10, Q6]', async () => {
    const { ctx, call, email, account } = await setUp();
    const base_url = 'https://mail.example/a&b';
    const body = {
      ...email,
      subject: 'Leave {{unsubscribe_url}}',
      html: '<a href="{{ unsubscribe_url }}">out</a> {{other}}',
      text: 'out: {{unsubscribe_url}} {{unsubscribe_url',
      unsubscribe: true,
      headers: { 'X-Own': '{{unsubscribe_url}}' },
    };
    const links = await Promise.all(
      [1, 2].map(async () => {
        const { id } = (await call('POST', '/emails', { body })).body;
        const settings = { ...ctx.settings, base_url };
        const [message = ''] = await messagesOf(
          { ...ctx, settings },
          { id: idOf('msg', id), account: account.id },
        );
        const { headers, html, text, subject } = await simpleParser(message);
        const link = /<([^>]+)>/.exec(message.slice(message.indexOf('List-Unsubscribe:')))?.[1] ?? '';
        expect(link.startsWith(`${base_url}/unsubscribe/1.`)).toBe(true);
        expect(headers.get('x-own')).toBe('{{unsubscribe_url}}');
        expect(subject).toBe(`Leave ${link}`);
        expect(html).toBe(`<a href="${link.replaceAll('&', '&amp;')}">out</a> {{other}}`);
        expect(text?.trim()).toBe(`out: ${link} {{unsubscribe_url`);
        return link;
      }),
    );
    expect(new Set(links).size).toBe(2);
  });

  test('off by default, for every category [rule 10]', async () => {
    const { ctx, call, email, account } = await setUp('newsletter');
    const { id } = (await call('POST', '/emails', { body: email })).body;
    const [message] = await messagesOf(ctx, { id: idOf('msg', id), account: account.id });
    expect(message).not.toMatch(/list-unsubscribe/i);
  });
});

test('off, the placeholder stays as written; Q6: on, records show it and never a link [Q24]', async () => {
  const { call, email, ctx } = await setUp();
  const subject = 'Leave: {{unsubscribe_url}}';
  for (const unsubscribe of [true, false]) {
    const sent = await call('POST', '/emails', { body: { ...email, subject, unsubscribe } });
    expect(sent.status).toBe(200);
    expect((await call('GET', `/emails/${sent.body.id}`)).body.email).toMatchObject({ subject });
    const stored = await ctx.emails.getMeta(String(sent.body.id) as Id<'msg'>);
    expect(stored?.subject.includes('\0')).toBe(unsubscribe);
  }
});

describe('what turns managed unsubscribe on [Q11, Q24, Q42]', () => {
  const own = { 'list-unsubscribe': '<mailto:leave@x.example>' };
  const cases = [undefined, true, false].flatMap((unsubscribe) =>
    [null, true, false].flatMap((template) =>
      [true, false].flatMap((placeholder) =>
        [true, false].map((header) => ({ unsubscribe, template, placeholder, header })),
      ),
    ),
  );

  test('`unsubscribe` alone, else the template; the caller’s headers and a dead link are 400', async () => {
    const { ctx, account, api_key, email } = await setUp('newsletter');
    const call = inProcess(ctx, [...emailRoutes, ...templateRoutes], api_key);
    const html = (placeholder: boolean) => (placeholder ? '<a href="{{unsubscribe_url}}">x</a>' : 'x');
    for (const enabled of [true, false]) {
      for (const placeholder of [true, false]) {
        const alias = `t-${enabled}-${placeholder}`;
        const body = { alias, name: 'x', subject: 's', html: html(placeholder), publish: true };
        await call('POST', '/templates', {
          body: { ...body, category: 'product', unsubscribe_enabled: enabled },
        });
      }
    }
    for (const { unsubscribe, template, placeholder, header } of cases) {
      const managed = unsubscribe ?? template ?? false;
      const what =
        template === null
          ? { subject: 's', html: html(placeholder) }
          : { template: { id: `t-${template}-${placeholder}` } };
      const { from, to } = email;
      const body = { from, to, ...what, unsubscribe, ...(header && { headers: own }) };
      const refused = (managed && header) || (!managed && template !== null && placeholder);
      const answer = await call('POST', '/emails', { body });
      expect([body, answer.status]).toEqual([body, refused ? 400 : 200]);
      if (refused) continue;
      const [message = ''] = await messagesOf(ctx, { id: idOf('msg', answer.body.id), account: account.id });
      const head = message.slice(0, message.indexOf('\r\n\r\n'));
      expect(head.match(/^list-unsubscribe:/gim)?.length ?? 0).toBe(managed || header ? 1 : 0);
      expect(head.match(/^list-unsubscribe-post:/gim)?.length ?? 0).toBe(managed ? 1 : 0);
      expect(message.includes('/unsubscribe/1.')).toBe(managed);
    }
  });
});
