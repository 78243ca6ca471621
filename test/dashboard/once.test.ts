import { testContext } from '../support/api.ts';
import { formOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

test('what sends is guarded: Resend and a template test that are pressed twice send one email [D31]', async () => {
  const { account, domain, browser, call: api } = await owner(ctx);
  const message = { from: `a@${domain}`, to: 'b@acme.test', subject: 'Twice', text: 'x' };
  const scheduled_at = new Date(ctx.runtime.now() + 86_400_000).toISOString();
  const { id } = (await api('POST', '/emails', { body: { ...message, scheduled_at } })).body;
  await api('PATCH', `/emails/${id}`, { body: { cancel: true } });
  const press = async (page: string, action: string, fields: Record<string, string> = {}) => {
    const { text } = await browser.get(page);
    const fragment = text.slice(text.indexOf(`action="${action}"`));
    const request = /name="request" value="([0-9A-Za-z]{43})"/.exec(fragment)?.[1] ?? '';
    const form = { account: account.id, request, ...fields };
    return [await browser.post(action, form), await browser.post(action, form)].map((one) => one.location);
  };
  const [first, second] = await press(`/emails/${id}`, `/emails/${id}/resend`);
  expect([first, second]).toEqual([expect.stringMatching(/^\/emails\/msg_\w+\?done=resent$/), first]);
  const own = { account: account.id, request: 'r'.repeat(43), name: 'T', subject: 'Test', text: 'x' };
  await browser.post('/templates/new', { ...own, category: 'transactional' });
  const action =
    /action="(\/templates\/[^"]+\/test)"/.exec((await browser.get('/templates/t')).text)?.[1] ?? '';
  await press('/templates/t', action, { from: `a@${domain}` });
  const { emails } = (await api('GET', '/emails')).body as unknown as { emails: { subject: string }[] };
  expect(emails.map(({ subject }) => subject)).toEqual(['Test', 'Twice', 'Twice']);
});

test('saving a draft changes what was changed; an emptied subject is refused [D31, Q35]', async () => {
  const { browser, call: api } = await owner(ctx);
  const draft = { name: 'N', alias: 'n', subject: 'News', text: 'x', category: 'newsletter' };
  await api('POST', '/templates', { body: { ...draft, unsubscribe_enabled: false } });
  const { text } = await browser.get('/templates/n');
  const { action, fields } = formOf(text, '/save');
  const stored = async () => (await api('GET', '/templates/n')).body.template;
  expect((await browser.post(action, { ...fields, text: 'y' })).status).toBe(303);
  expect(await stored()).toMatchObject({ text: 'y', category: 'newsletter', unsubscribe_enabled: false });
  for (const name of ['subject', 'name']) {
    const emptied = await browser.post(action, { ...fields, [name]: '' });
    expect({ status: emptied.status, linked: emptied.text.includes(`href="#${name}"`) }).toEqual({
      status: 400,
      linked: true,
    });
  }
  expect((await browser.post(action, { ...fields, category: 'product' })).status).toBe(303);
  expect(await stored()).toMatchObject({ category: 'product', unsubscribe_enabled: true });
});
