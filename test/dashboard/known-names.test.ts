import { newTenant, testContext } from '../support/api.ts';
import { elementsOf, signIn } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

/** The names that each field of a page suggests, by the field's id; of fields with a list that isn't there, null. */
function suggested(text: string): Record<string, string[] | null> {
  const all = elementsOf(text);
  const optionsOf = (id: string) => {
    const list = new RegExp(`<datalist id="${id}">(.*?)</datalist>`, 's').exec(text)?.[1];
    if (list === undefined) return null;
    return elementsOf(list).flatMap(({ name, attributes }) =>
      name === 'option' ? [attributes.value ?? ''] : [],
    );
  };
  return Object.fromEntries(
    all.flatMap(({ attributes: { id = '', list } }) => (list ? [[id, optionsOf(list)]] : [])),
  );
}

async function world() {
  const { account, domain, call, browser } = await owner(ctx);
  await newTenant(ctx, account.id, 'acme');
  await call('POST', '/templates', { body: { name: 'Receipt', alias: 'receipt', subject: 'S', text: 'T' } });
  const steps = [{ type: 'send_email', from: `a@${domain}`, subject: 'S', text: 'T' }];
  const trigger = { event: 'user.signed_up' };
  const made = await call('POST', '/automations', { body: { name: 'Welcome', trigger, steps } });
  return { account, domain, call, browser, id: (made.body.automation as { id: string }).id };
}

test('fields for a template, tenant, domain, or event suggest the names that the account has [D85]', async () => {
  const { domain, browser, id } = await world();
  const of = async (path: string) => suggested((await browser.get(path)).text);
  const [tenant, template, event] = [['acme'], ['receipt'], ['user.signed_up']];
  const shown = { 'filter-from': [], 'filter-tag': [], 'filter-domain': [domain] };
  expect(await of('/emails')).toEqual({ ...shown, 'filter-template': template, 'filter-tenant': tenant });
  expect(await of('/metrics')).toEqual({ domain: [domain], tenant });
  expect(await of('/emails/new')).toEqual({ from: [`hello@${domain}`] });
  expect(await of('/received')).toEqual({ 'filter-domain': [domain] });
  expect(await of('/domains')).toEqual({ 'filter-tenant': tenant });
  expect(await of('/domains/new')).toEqual({ tenant });
  expect(await of('/opt-outs')).toEqual({ 'filter-tenant': tenant });
  expect(await of('/suppressions')).toEqual({ 'filter-tenant': tenant });
  expect(await of('/suppressions/new')).toEqual({ tenant, 'import-tenant': tenant });
  expect(await of('/blocked-senders/new')).toEqual({ domain: [domain], tenant });
  expect(await of('/api-keys/new')).toEqual({ tenant });
  expect(await of('/smtp-credentials/new')).toEqual({ tenant });
  for (const path of ['/tenants/new', '/tenants/acme'])
    expect(await of(path)).toEqual({ default_from_domain: [domain] });
  expect(await of('/events')).toEqual({ 'event-name': event });
  const steps = { 's0-from': [`hello@${domain}`], 's0-template': template, 's0-tenant': tenant };
  const rows = (name: string, cell: string, known: string[]) =>
    Object.fromEntries([0, 1].map((i) => [`${name}-${i}-${cell}`, known]));
  const trigger = {
    event,
    ...rows('cancel_on_events', 'event', event),
    ...rows('conditions', 'field', ['event.email', 'event.user_id']),
  };
  expect(await of('/automations/new')).toEqual({ ...trigger, ...steps });
  expect(await of(`/automations/${id}`)).toEqual(trigger);
  expect(await of(`/automations/${id}?step=1`)).toEqual(steps);
  expect(await of(`/automations/${id}?step=dry-run`)).toEqual({ 'event-name': event });
});

test('filters of emails suggest the senders and tags of the emails that are shown, each once [D85]', async () => {
  const { domain, browser, call } = await world();
  const from = `Shop <a@${domain}>`;
  const tags = [{ name: 'order', value: '17' }];
  for (const to of ['b@x.example', 'c@x.example'])
    await call('POST', '/emails', { body: { from, to, subject: 's', text: 't', tags } });
  expect(suggested((await browser.get('/emails')).text)).toMatchObject({
    'filter-from': [from],
    'filter-tag': ['order:17'],
  });
});

test('a member sees no names of objects that they may not read [D85]', async () => {
  const { account } = await world();
  const browser = await signIn(ctx, account, 'support');
  expect(suggested((await browser.get('/emails')).text)['filter-tenant']).toBeNull();
});

test('a list shows without suggestions when they can’t be read [D85]', async () => {
  const { browser, domain } = await world();
  const { list } = ctx.templates;
  ctx.templates.list = () => Promise.reject(new Error('down'));
  const { status, text } = await browser.get('/emails').finally(() => {
    ctx.templates.list = list;
  });
  const names = suggested(text);
  const shown = { 'filter-from': [], 'filter-tag': [], 'filter-domain': [domain] };
  const known = { ...shown, 'filter-template': null, 'filter-tenant': ['acme'] };
  expect([status, names]).toEqual([200, known]);
});
