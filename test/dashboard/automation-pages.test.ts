import { examples } from '../../functions/dashboard/parts/automations/examples.ts';
import { testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, markedIn, signIn } from '../support/browser.ts';
import { body, delay, email, wait } from '../support/definitions.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

type Shown = { automation: { id: string; name: string; status: string; trigger: object; steps: object[] } };

async function world() {
  const { call: api, ...own } = await owner(ctx);
  const made = async (...steps: object[]) => {
    const { body: answer } = await api('POST', '/automations', { body: body({}, ...(steps as never[])) });
    return `/automations/${(answer as unknown as Shown).automation.id}`;
  };
  const read = async (path: string) => ((await api('GET', path)).body as unknown as Shown).automation;
  return { ...own, api, made, read };
}

test.each(Object.keys(examples))(
  'the example %s makes a draft with the sender that was chosen',
  async (slug) => {
    const { browser, own, domain, read } = await world();
    const gallery = await browser.get('/automations/new');
    expect(gallery.text).toContain(`href="/automations/new?example=${slug}"`);
    const shown = fieldsOf((await browser.get(`/automations/new?example=${slug}`)).text);
    const from = `Acme <hello@${domain}>`;
    const { location } = await browser.post('/automations/new', { ...shown, ...own, from, do: 'save' });
    const automation = await read(location?.replace(/\?.*/, '') ?? '');
    const { definition } = examples[slug] ?? {};
    expect(automation).toMatchObject({
      name: definition?.name,
      status: 'draft',
      trigger: definition?.trigger,
    });
    const senders = automation.steps.flatMap((step) => ('from' in step ? [step.from] : []));
    expect([automation.steps.length, [...new Set(senders)]]).toEqual([definition?.steps.length, [from]]);
  },
);

test('a sender that is refused is named at its field, with the example kept [D31]', async () => {
  const { browser, own } = await world();
  const sent = { ...own, example: 'dunning', name: 'Mine', event: 'invoice.failed', from: 'nobody' };
  const { status, text } = await browser.post('/automations/new', { ...sent, do: 'save' });
  expect([status, markedIn(text)]).toEqual([400, ['from']]);
  expect(fieldsOf(text)).toMatchObject({ example: 'dunning', name: 'Mine' });
});

test("changing the first step's type keeps what was typed, and creates nothing [D24]", async () => {
  const { browser, own, api, account } = await world();
  const first = (await browser.get('/automations/new')).text;
  const choice = elementsOf(first).find(({ attributes }) => attributes.value === 'condition');
  expect(choice).toMatchObject({ name: 'button', attributes: { name: 'choose', type: 'submit' } });
  const typed = { ...own, name: 'Mine', event: 'user.left', reentry: 'true', 's0-name': 'Check' };
  const more = { 'conditions-0-field': 'event.email', 'conditions-0-operator': 'exists' };
  const { status, text } = await browser.post('/automations/new', {
    ...typed,
    ...more,
    's0-type': 'send_email',
    choose: 'condition',
  });
  expect([status, fieldsOf(text)]).toEqual([
    200,
    expect.objectContaining({ ...typed, ...more, account: account.id, 's0-type': 'condition' }),
  ]);
  expect((await api('GET', '/automations')).body.automations).toEqual([]);
  const odd = await browser.post('/automations/new', { ...typed, choose: '<b>' });
  expect([odd.status, fieldsOf(odd.text)['s0-type']]).toEqual([200, 'send_email']);
});

test('a step is not saved over a change that was made meanwhile', async () => {
  const { browser, made, read, api } = await world();
  const path = await made(delay, email);
  const shown = fieldsOf((await browser.get(`${path}?step=1`)).text);
  await api('PATCH', path, { body: { steps: [email, delay] } });
  const { status, text } = await browser.post(`${path}/save`, { ...shown, 's0-seconds': '7', do: 'save' });
  expect([status, text.includes('changed after you opened this page')]).toEqual([409, true]);
  expect((await read(path)).steps).toMatchObject([email, delay]);
  const again = await browser.post(`${path}/save`, { ...fieldsOf(text), do: 'save' });
  expect(again.status).toBe(409);
});

test('a refused activation opens the first step that it is about', async () => {
  const { browser, own, made } = await world();
  const path = await made(delay, { ...email, from: 'a@not-verified.example' });
  const { status, text } = await browser.post(`${path}/activate`, own);
  expect([status, text.includes('href="#s1-from"'), markedIn(text)]).toEqual([400, true, ['s1-from']]);
});

test('an error of a step that the form doesn’t show names the step, and leads nowhere', async () => {
  const { browser, made } = await world();
  const jump = { type: 'condition', all: [{ field: 'event.email', operator: 'exists' }], skip_to: 'end' };
  const path = await made(delay, jump, { ...delay, id: 'end' });
  const shown = fieldsOf((await browser.get(`${path}?step=3`)).text);
  const { status, text } = await browser.post(`${path}/save`, { ...shown, do: 'up' });
  const named = /<li><bdi>(Step \d: [^<]*)/.exec(text)?.[1];
  expect([status, named]).toEqual([400, expect.stringContaining('Step 2: ')]);
  expect(text).not.toMatch(/href="#(s\d|steps)/);
});

test('a dry run has a field for each value that the automation uses, and shows its path and waits', async () => {
  const { browser, own, made, domain } = await world();
  const mail = {
    ...email,
    from: `a@${domain}`,
    subject: 'Order {{event.data.order.id}}',
    text: '{{event.data.n}}',
  };
  const path = await made(
    { ...delay, seconds: 7200 },
    { ...wait, on_timeout: 'continue', timeout_seconds: 86_400 },
    mail,
  );
  const names = Object.keys(fieldsOf((await browser.get(`${path}?step=dry-run`)).text));
  expect(names.filter((name) => name.startsWith('data'))).toEqual(['data.order.id', 'data.n', 'data']);
  const sent = {
    ...own,
    name: 'x',
    email: 'b@acme.test',
    'data.order.id': 'A-1',
    'data.n': '7',
    data: '{"order": {"k": 1}}',
  };
  const { text } = await browser.post(`${path}/dry-run`, sent);
  expect(text).toContain('Order A-1');
  for (const words of ['waits 2 hours', 'waits up to 1 day', 'up to 1 day 2 hours in'])
    expect(text).toContain(words);
  expect(text.match(/class="way taken"/g)).toHaveLength(4);
});

test('a member who may only read sees the drawing and each step, and no way to change them [D19]', async () => {
  const { account, made } = await world();
  const path = await made(email, delay);
  const support = await signIn(ctx, account, 'support');
  for (const search of ['', '?step=1', '?add=2']) {
    const { status, text } = await support.get(`${path}${search}`);
    const buttons = elementsOf(text).filter(({ attributes }) => attributes.name === 'do');
    expect([search, status, buttons, /add=1|step=dry-run/.test(text)]).toEqual([search, 200, [], false]);
    expect(text).toContain(`href="${path}?step=2#edit"`);
  }
});

test('a step that there is not opens the trigger', async () => {
  const { browser, made } = await world();
  const path = await made(delay);
  for (const step of ['2', '0', 'x', '-1', '999']) {
    const { status, text } = await browser.get(`${path}?step=${step}`);
    expect([step, status, text.includes('Name and trigger')]).toEqual([step, 200, true]);
  }
});
