import { testContext } from '../support/api.ts';
import { markedIn } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

async function world(options: Parameters<typeof owner>[1] = {}) {
  const { own, ...rest } = await owner(ctx, options);
  return { ...rest, own: { ...own, request: ctx.runtime.secret(43, 'base62') } };
}

const faultOf = (text: string) => /<div class="fault" role="alert"[\s\S]*?<\/main>/.exec(text)?.[0] ?? '';

const everyRefusal = (code: string) =>
  new RegExp(
    `Code <code>${code}</code>, request <code>req_[0-9a-z]{26}</code>. <a href="/docs/errors#${code}">About this error</a>`,
  );

test('a refused send names the suppressed recipients at their field, and its record [D23]', async () => {
  const { browser, call, own, domain } = await world();
  for (const email of ['off@x.example', 'out@x.example'])
    await call('POST', '/suppressions', { body: { email } });
  const mail = {
    from: `a@${domain}`,
    to: 'on@x.example, off@x.example, out@x.example',
    subject: 'Hi',
    text: 'x',
  };
  const { status, text } = await browser.post('/emails/new', { ...own, ...mail });
  expect([status, markedIn(text)]).toEqual([422, ['to']]);
  const fault = faultOf(text);
  expect(fault).toMatch(/<dt>suppressed<\/dt>.*off@x\.example.*out@x\.example/);
  expect(fault).toMatch(/<dt>email id<\/dt><dd><a href="\/emails\/msg_[0-9a-z]{26}">/);
  expect(fault).toMatch(everyRefusal('validation_error'));
});

test('a refusal of the sender is at its field, with hint and details [D23]', async () => {
  const { browser, own } = await world();
  const mail = { from: 'a@unknown.example', to: 'b@x.example', subject: 'Hi', text: 'x' };
  const { status, text } = await browser.post('/emails/new', { ...own, ...mail });
  expect([status, markedIn(text)]).toEqual([403, ['from']]);
  expect(faultOf(text)).toMatch(everyRefusal('domain_not_verified'));
});

test('a refusal for a limit of the plan says which, and leads to the plan [D23]', async () => {
  const { browser, own } = await world({ plan: 'free' });
  const answers = [];
  for (let i = 0; i < 8; i++) {
    const name = `d${i}-${ctx.runtime.secret(8, 'base32')}.example`;
    answers.push(await browser.post('/domains/new', { ...own, name }));
  }
  const refused = answers.find(({ status }) => status === 403 || status === 429);
  const fault = faultOf(refused?.text ?? '');
  expect(fault).toMatch(/<dt>limit<\/dt><dd>.*<dt>used<\/dt><dd>/);
  expect(fault).toContain('<a href="/billing">plan and limits</a>');
  expect(fault).toMatch(everyRefusal('plan_limit'));
});

test('a refused button shows its page with the whole refusal [D23]', async () => {
  const { browser, call, own, domain } = await world();
  const mail = { from: `a@${domain}`, to: 'b@x.example', subject: 'Waits', text: 'x' };
  const { body } = await call('POST', '/emails', { body: mail });
  const { status, text } = await browser.post(`/emails/${body.id}/resend`, own);
  expect({ status, heading: text.includes('<h1 tabindex="-1">Waits</h1>') }).toEqual({
    status: 409,
    heading: true,
  });
  expect(faultOf(text)).toMatch(/<dt>status<\/dt><dd>.*queued/);
  expect(faultOf(text)).toMatch(everyRefusal('conflict'));
});

test('the page of an error has its details, too [D23]', async () => {
  const { browser, call, own } = await world({ plan: 'scale' });
  await call('POST', '/tenants', { body: { external_id: 'acme' } });
  const { text } = await browser.post('/tenants/acme/pause', { ...own, account: 'acc_of_another' });
  expect(faultOf(text)).toMatch(/Go back to the page/);
  expect(faultOf(text)).toMatch(everyRefusal('conflict'));
});
