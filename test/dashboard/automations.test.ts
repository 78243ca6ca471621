import { StepFields, stepOf } from '../../functions/dashboard/parts/automations/step-form.tsx';
import type { StepDraft } from '../../functions/dashboard/parts/automations/step-words.ts';
import { testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, markedIn } from '../support/browser.ts';
import { body, call, delay, either, email, sms, wait, window } from '../support/definitions.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

async function world() {
  const own = await owner(ctx);
  /** Creates an automation and returns its path. */
  const make = async (change: Parameters<typeof body>[0], ...steps: object[]) => {
    const { automation } = (
      await own.call('POST', '/automations', { body: body(change, ...(steps as never[])) })
    ).body;
    return `/automations/${(automation as { id: string }).id}`;
  };
  return { ...own, make };
}

const throughForm = (steps: StepDraft[]) =>
  steps.map((step, index) =>
    stepOf(new URLSearchParams(fieldsOf(String(StepFields({ step, index })))), index),
  );

test('every kind of step is the same after it went through the form', () => {
  const steps = [
    {
      ...email,
      name: hostile,
      to: ['a@x.example', '{{event.email}}'],
      tags: [{ name: 'plan', value: '{{event.data.plan}}' }],
      unsubscribe: true,
    },
    {
      type: 'send_email',
      from: 'a@x.example',
      template: { id: 'welcome', variables: { n: 1, s: 'x' } },
      category: 'product',
    },
    sms,
    delay,
    window,
    { type: 'delay', until: '{{event.data.ends}}', offset_seconds: -3600 },
    { ...wait, on_timeout: 'fail', match: { field: 'data.id', equals: '{{event.data.id}}' } },
    { ...either, skip_to: 'end' },
    {
      type: 'condition',
      all: [
        { field: 'event.data.n', operator: 'in', value: [1, 'two'] },
        { field: 'event.email', operator: 'exists' },
      ],
    },
    { ...call, id: 'end', method: 'PUT', headers: { 'x-a': 'b' }, body: { a: [1, null] } },
  ] as StepDraft[];
  expect(throughForm(steps)).toEqual(steps);
});

test.each(['1001', 'true', 'null', '"1001"', '{"a": 1}', ' ', 1001, true, '{{event.data.id}}'])(
  'a wait for %j keeps its type in the form [U30]',
  (equals) => {
    const match = { field: 'data.order_id', equals };
    const steps = [{ ...wait, on_timeout: 'end', match }] as StepDraft[];
    expect(throughForm(steps)).toEqual(steps);
  },
);

test.each([
  '"Shop, Inc." <a@x.example>',
  ['"Shop, Inc." <a@x.example>', 'Ada <b@x.example>', '<"c,d"@x.example>'],
  [String.raw`"\"Shop\", \\" <a@x.example>`, 'b@x.example'],
  ['a@x.example'],
])('addresses are the same after they went through the form: %j', (reply_to) => {
  const steps = [{ ...email, reply_to }] as StepDraft[];
  expect(throughForm(steps)).toEqual(steps);
});

test('an active automation is read-only except for its name, which is saved alone [U48, D31]', async () => {
  const { browser, own, domain, call: api, make } = await world();
  const steps = [
    { ...email, from: `a@${domain}`, to: [`b@${domain}`], reply_to: `"Shop, Inc." <a@${domain}>` },
    { ...wait, match: { field: 'data.order_id', equals: '1001' } },
  ];
  const path = await make({}, ...steps);
  const marksOf = async (search: string) => {
    const { text } = await browser.get(`${path}?${search}`);
    return {
      disabled: text.includes('<fieldset disabled'),
      remove: text.includes('Remove step'),
      add: text.includes('Add step'),
      pause: text.includes('Pause to edit'),
    };
  };
  for (const search of ['step=1', 'step=2'])
    expect(await marksOf(search)).toEqual({ disabled: false, remove: true, add: true, pause: false });
  await api('POST', path, { body: { action: 'activate' } });
  for (const search of ['', 'step=1', 'step=2'])
    expect(await marksOf(search)).toEqual({ disabled: true, remove: false, add: false, pause: true });
  // A browser sends no field that is disabled.
  const saved = await browser.post(`${path}/save`, { ...own, name: 'Renamed', do: 'save' });
  expect(saved.location).toBe(`${path}?done=saved`);
  const renamed = { name: 'Renamed', status: 'active', steps };
  expect((await api('GET', path)).body).toMatchObject({ automation: renamed });
});

test('a run shows steps that it passed as skipped, and those behind its end as not reached [U35]', async () => {
  const { browser, domain, make, own } = await world();
  const mail = { ...email, from: `a@${domain}`, to: [`b@${domain}`] };
  const steps = [
    { type: 'condition', all: [{ field: 'event.email', operator: 'not_exists' }], skip_to: 'end' },
    mail,
    { ...delay, id: 'end', seconds: 60 },
    { type: 'condition', all: [{ field: 'event.email', operator: 'not_exists' }] },
    mail,
  ];
  const path = await make({}, ...steps);
  const sent = { ...own, name: 'user.signed_up', email: 'ada@acme.test', data: '{}' };
  const { status, text } = await browser.post(`${path}/dry-run`, sent);
  const trace = text.slice(text.indexOf('aria-label="Steps"'));
  const shown = [...trace.matchAll(/<span class="status[^"]*">([^<]*)</g)].map(([, word]) => word);
  expect([status, shown]).toEqual([200, ['completed', 'skipped', 'completed', 'completed', 'not reached']]);
});

test('an automation is built step by step without script, saved, activated, paused, copied and deleted', async () => {
  const { browser, own, domain, call: api } = await world();
  const first = {
    ...own,
    name: 'Welcome',
    event: 'user.signed_up',
    reentry: 'false',
    's0-type': 'send_email',
  };
  const filled = { ...first, 's0-from': `a@${domain}`, 's0-subject': 'Hello', 's0-text': 'Hi' };
  const saved = await browser.post('/automations/new', { ...filled, do: 'save' });
  const path = saved.location?.replace(/\?.*/, '') ?? '';
  const id = path.split('/')[2];
  const stepsNow = async () => {
    const { automation } = (await api('GET', `/automations/${id}`)).body as {
      automation: { steps: { type: string }[] };
    };
    return automation.steps.map(({ type }) => type);
  };
  expect(await stepsNow()).toEqual(['send_email']);
  const choice = await browser.get(`${path}?add=2`);
  expect(choice.text).toContain(`href="${path}?add=2&amp;type=delay#edit"`);
  const adding = fieldsOf((await browser.get(`${path}?add=2&type=delay`)).text);
  const fault = await browser.post(`${path}/save`, { ...adding, 's1-seconds': 'soon', do: 'save' });
  expect([fault.status, markedIn(fault.text), fieldsOf(fault.text)['s1-seconds']]).toEqual([
    400,
    ['s1-seconds'],
    'soon',
  ]);
  const hours = { ...adding, 's1-seconds': '1.5', 's1-seconds-unit': '3600', do: 'save' };
  expect((await browser.post(`${path}/save`, hours)).location).toBe(`${path}?step=2&done=added`);
  const second = fieldsOf((await browser.get(`${path}?step=2`)).text);
  expect((await browser.post(`${path}/save`, { ...second, do: 'up' })).location).toBe(
    `${path}?step=1&done=moved`,
  );
  expect((await api('GET', `/automations/${id}`)).body).toMatchObject({
    automation: {
      name: 'Welcome',
      status: 'draft',
      steps: [
        { type: 'delay', seconds: 5400 },
        { type: 'send_email', subject: 'Hello' },
      ],
    },
  });
  const trigger = fieldsOf((await browser.get(path)).text);
  expect((await browser.post(`${path}/save`, { ...trigger, name: 'Hello', do: 'save' })).location).toBe(
    `${path}?done=saved`,
  );
  const shown = fieldsOf((await browser.get(`${path}?step=1`)).text);
  expect((await browser.post(`${path}/activate`, own)).location).toBe(`${path}?done=active`);
  const active = fieldsOf((await browser.get(`${path}?step=1`)).text);
  expect((await browser.post(`${path}/save`, { ...active, ...shown, seen: '', do: 'remove' })).status).toBe(
    409,
  );
  const sent = await browser.post('/events/send', {
    ...own,
    name: 'user.signed_up',
    email: 'ada@acme.test',
    request: 'r'.repeat(43),
  });
  expect([sent.status, /Matching automations<\/dt><dd>(\d)/.exec(sent.text)?.[1]]).toEqual([200, '1']);
  const run = /\/automations\/\w+\/runs\/run_\w+/.exec((await browser.get(path)).text)?.[0] ?? '';
  expect((await browser.get(run)).text).toContain('Cancel run');
  expect((await browser.post(`${run}/cancel`, own)).location).toBe(`${run}?done=cancelled`);
  expect((await browser.get(run)).text).toContain('cancelled');
  expect((await browser.post(`${path}/pause`, own)).location).toBe(`${path}?done=paused`);
  const last = fieldsOf((await browser.get(`${path}?step=1`)).text);
  expect((await browser.post(`${path}/save`, { ...last, do: 'remove' })).location).toBe(
    `${path}?step=1&done=removed`,
  );
  expect(await stepsNow()).toEqual(['send_email']);
  expect((await browser.post(`${path}/duplicate`, own)).status).toBe(303);
  expect((await browser.post(`${path}/delete`, own)).location).toBe('/automations?done=deleted');
  expect((await browser.get(path)).status).toBe(404);
});

test('Enter in a field of an automation saves it: that is the first button of its form [D24]', async () => {
  const { browser, make } = await world();
  const own = await make({}, delay, delay);
  for (const path of ['/automations/new', own, `${own}?step=2`]) {
    const { text } = await browser.get(path);
    const first = elementsOf(text).find(({ attributes }) => attributes.name === 'do');
    expect([path, first?.attributes]).toEqual([
      path,
      expect.objectContaining({ type: 'submit', value: 'save' }),
    ]);
  }
});

test('a dry run shows each step filled in, and faults of the event at its own fields [U63]', async () => {
  const { browser, own, domain, make } = await world();
  const mail = { ...email, from: `a@${domain}`, subject: 'Hi {{event.data.name}}' };
  const path = await make({ name: hostile }, mail, delay);
  const event = { ...own, name: 'signup', email: 'ada@acme.test' };
  const data = `{"name": ${JSON.stringify(hostile)}}`;
  const dry = await browser.post(`${path}/dry-run`, { ...event, data });
  expect([dry.status, dry.text.includes('Nothing was stored or sent')]).toEqual([200, true]);
  expect(elementsOf(dry.text).filter(({ name }) => name === 'img')).toEqual([]);
  const fault = await browser.post(`${path}/dry-run`, { ...own, name: 'no event', data: 'x' });
  expect([fault.status, markedIn(fault.text)]).toEqual([400, ['event-name', 'data']]);
  expect((await browser.get(path)).text).toContain('No runs yet.');
});

test('a dry run says whether the event starts the automation, and draws the trigger that does [U63]', async () => {
  const { browser, own, make } = await world();
  const conditions = [{ field: 'event.data.n', operator: 'equals', value: 1 }];
  const path = await make({ trigger: { event: 'signup', conditions } }, delay);
  const said = async (fields: Record<string, string>) => {
    const { text } = await browser.post(`${path}/dry-run`, { ...own, ...fields });
    expect(text).toContain('When this event arrives: signup, ');
    return /role="status"><p>(.*?)<\/p>/s.exec(text)?.[1]?.replace(/<[^>]+>/g, '');
  };
  expect(await said({ name: 'signup', 'data.n': '1' })).toBe('This event matches the trigger.');
  expect(await said({ name: 'other', 'data.n': '2' })).toBe(
    'This event doesn’t start the automation. The trigger event is signup. Trigger condition 1 is false.',
  );
});
