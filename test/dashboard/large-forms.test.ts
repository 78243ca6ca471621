import { fitsLambda } from '../../localstack/direct-invoke.ts';
import { toResult } from '../../shared/http/api-gateway.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { elementsOf, formOf, signIn } from '../support/browser.ts';

const mb2 = 2 * 1024 * 1024;

/** Text of so many bytes, of letters outside ASCII: each byte of them is three where a form is percent-encoded. */
const cyrillic = (bytes: number) => 'д'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2);

async function world() {
  const ctx = testContext();
  const { account, domain } = await freshAccount(ctx);
  const browser = await signIn(ctx, account);

  /** Fills in a form of a page and sends it as a browser does; whether the gateway carries it, and the answer. */
  async function send(page: string, action: string, values: Record<string, string>) {
    const { text } = await browser.get(page);
    const { fields } = formOf(text, action);
    const form = elementsOf(text).find((one) => one.name === 'form' && one.attributes.action === action);
    const filled = { ...fields, ...values };
    const parts = new FormData();
    for (const [name, value] of Object.entries(filled)) parts.set(name, value);
    const isParts = form?.attributes.enctype === 'multipart/form-data';
    const sent = isParts ? parts : new URLSearchParams(filled);
    const bytes = Buffer.from(await new Response(sent).arrayBuffer());
    // API Gateway carries as text what is text or JSON, and a form as base64.
    const carried = fitsLambda({ headers: 'x'.repeat(4_096) }, bytes, false);
    const answer = isParts ? await browser.upload(action, parts) : await browser.post(action, filled);
    const result = await toResult(new Response(answer.text, { status: 200 }));
    return { ...answer, carried, returned: fitsLambda(result, Buffer.from(result.body), true) };
  }
  return { ctx, account, domain, browser, send };
}

const templateOf = (html: string, text: string) => ({ name: 'Large', subject: 'Hello', html, text });

test('a draft of 2 MB of html and 2 MB of text is saved, and saved again [D31, H6]', async () => {
  const { ctx, account, send } = await world();
  const made = await send('/templates/new', '/templates/new', templateOf(cyrillic(mb2), cyrillic(mb2)));
  expect({ carried: made.carried, status: made.status, returned: made.returned }).toEqual({
    carried: true,
    status: 303,
    returned: true,
  });
  const template = await ctx.templates.get(account.id, 'large');
  if (template?.draft == null) throw new Error('no draft');
  expect(await ctx.templates.readBody(template, template.draft)).toMatchObject({ html: cyrillic(mb2) });
  const action = `/templates/${template.id}/save`;
  const saved = await send('/templates/large', action, { subject: 'Good bye' });
  expect({ carried: saved.carried, status: saved.status }).toEqual({ carried: true, status: 303 });
});

test('one byte more is refused at its field, and the form keeps the text [D31]', async () => {
  const { ctx, account, send } = await world();
  const large = cyrillic(mb2 + 1);
  const { carried, status, returned, text } = await send(
    '/templates/new',
    '/templates/new',
    templateOf(large, 't'),
  );
  expect({ carried, status, returned }).toEqual({ carried: true, status: 400, returned: true });
  expect(text).toContain('id="html-error"');
  expect(formOf(text, '/templates/new').fields.html).toBe(large);
  expect(await ctx.templates.get(account.id, 'large')).toBeNull();
});

test('an email of 2 MB of html and 2 MB of text is sent [D31, H6]', async () => {
  const { account, domain, send } = await world();
  const content = { html: cyrillic(mb2), text: cyrillic(mb2) };
  const email = { from: `a@${domain}`, to: account.email, subject: 's', ...content };
  const sent = await send('/emails/new', '/emails/new', email);
  expect({ carried: sent.carried, status: sent.status, location: sent.location }).toEqual({
    carried: true,
    status: 303,
    location: expect.stringMatching(/^\/emails\/msg_/),
  });
});
