import {
  accepted,
  body,
  call,
  delay,
  email,
  issuesOf,
  type Json,
  onTrigger,
  rule,
  sms,
  steps,
  wait,
} from '../../support/definitions.ts';

type Fault = [name: string, given: Json, path: string, kind: string];

const inBody: Fault[] = [
  ['no name', body({ name: undefined }), 'name', 'required'],
  ['blank name', body({ name: '  ' }), 'name', 'length'],
  ['long name', body({ name: 'x'.repeat(101) }), 'name', 'length'],
  ['no trigger', body({ trigger: undefined }), 'trigger', 'required'],
  ['no steps', body({ steps: [] }), 'steps', 'length'],
  ['51 steps', body({ steps: Array(51).fill(email) }), 'steps', 'length'],
  ['a step that is no object', body({ steps: ['x'] }), 'steps[0]', 'type'],
  ['unknown type', steps({ type: 'fax' }, email), 'steps[1].type', 'enum'],
  ['no type', steps({ name: 'x' }, email), 'steps[1].type', 'required'],
  ['a later step', steps({ ...email, text: '{{steps.1.event.email}}' }), 'steps[0].text', 'format'],
  [
    'a step that is no wait',
    steps({ ...email, text: '{{steps.0.event.email}}' }, email),
    'steps[1].text',
    'format',
  ],
];

/** Fields that make a trigger invalid, and the issue they cause in the trigger. */
const inTrigger: Fault[] = [
  ['event form', { event: 'a b' }, 'event', 'format'],
  ['event with a reference', { event: '{{event.name}}' }, 'event', 'format'],
  ['reserved event', { event: 'email.sent' }, 'event', 'blocked'],
  ['reserved cancel', { cancel_on_events: ['a', 'contact.x'] }, 'cancel_on_events[1]', 'blocked'],
  ['11 cancels', { cancel_on_events: [...'abcdefghijk'] }, 'cancel_on_events', 'length'],
  ['21 conditions', { conditions: Array(21).fill(rule) }, 'conditions', 'length'],
  ['operator', { conditions: [{ ...rule, operator: 'is' }] }, 'conditions[0].operator', 'enum'],
  [
    'a step in a trigger condition',
    { conditions: [{ ...rule, field: 'steps.0.event.email' }] },
    'conditions[0].field',
    'format',
  ],
];

/** A definition with only this step, and the issue it causes in the step. */
const inStep: Fault[] = [
  ['0 seconds', { ...delay, seconds: 0 }, 'seconds', 'range'],
  ['a year and a second', { ...delay, seconds: 31_536_001 }, 'seconds', 'range'],
  ['half a second', { ...delay, seconds: 0.5 }, 'seconds', 'type'],
  ['time-out', { ...wait, timeout_seconds: 0 }, 'timeout_seconds', 'range'],
  ['on_timeout', { ...wait, on_timeout: 'stop' }, 'on_timeout', 'enum'],
  ['match field', { ...wait, match: { field: 'name', equals: 'x' } }, 'match.field', 'format'],
  ['match equals', { ...wait, match: { field: 'email' } }, 'match.equals', 'required'],
  ['both all and any', { type: 'condition', all: [rule], any: [rule] }, 'any', 'conflict'],
  ['neither', { type: 'condition' }, 'all', 'required'],
  ['no rules', { type: 'condition', all: [] }, 'all', 'length'],
  ['21 rules', { type: 'condition', any: Array(21).fill(rule) }, 'any', 'length'],
  ['no text', { ...sms, text: undefined }, 'text', 'required'],
  ['an invalid number (U75)', { ...sms, to: '0791234567' }, 'to', 'format'],
];

const inRule: Fault[] = (
  [
    [{ ...rule, field: 'event' }, 'field', 'format'],
    [{ ...rule, field: 'event.data.{{x}}' }, 'field', 'format'],
    [{ field: rule.field, operator: 'equals' }, 'value', 'required'],
    [{ ...rule, value: null }, 'value', 'required'],
    [{ ...rule, value: ['a'] }, 'value', 'type'],
    [{ ...rule, value: 'x'.repeat(257) }, 'value', 'length'],
    [{ ...rule, operator: 'starts_with', value: 1 }, 'value', 'type'],
    [{ ...rule, operator: 'starts_with', value: '' }, 'value', 'length'],
    [{ ...rule, operator: 'greater_than', value: true }, 'value', 'type'],
    [{ ...rule, operator: 'less_than', value: '' }, 'value', 'length'],
    [{ ...rule, operator: 'in', value: 'a' }, 'value', 'type'],
    [{ ...rule, operator: 'in', value: [] }, 'value', 'length'],
    [{ ...rule, operator: 'in', value: Array(101).fill(1) }, 'value', 'length'],
    [{ ...rule, operator: 'in', value: [1, {}] }, 'value[1]', 'type'],
    [{ ...rule, operator: 'exists' }, 'value', 'conflict'],
  ] as const
).map(([one, path, kind]) => [
  `rule ${JSON.stringify(one).slice(0, 60)}`,
  { type: 'condition', all: [one] },
  `all[0].${path}`,
  kind,
]);

const { text: _text, ...templated } = email;

/** Fields to change in an email step. */
const inEmail: Fault[] = [
  ['no from', { from: undefined }, 'from', 'required'],
  ['a reference in the address of from', { from: '{{event.email}}' }, 'from', 'format'],
  ['the same in brackets', { from: 'A <{{event.data.a}}@x.example>' }, 'from', 'format'],
  ['the same in an object', { from: { email: '{{event.email}}' } }, 'from.email', 'format'],
  [
    'a control in the name of from',
    { from: { email: 'a@shop.example', name: 'A\tB' } },
    'from.name',
    'format',
  ],
  ['no address', { to: 'me' }, 'to', 'format'],
  ['11 addresses', { to: Array(11).fill('a@x.example') }, 'to', 'length'],
  ['unsubscribe_url in to', { to: '{{unsubscribe_url}}' }, 'to', 'format'],
  ['no subject', { subject: undefined }, 'subject', 'required'],
  ['a line break in a subject', { subject: 'a\nb' }, 'subject', 'format'],
  ['no part', { text: undefined }, 'html', 'required'],
  ['category', { category: 'spam' }, 'category', 'enum'],
  ['a reference as category', { category: '{{event.name}}' }, 'category', 'format'],
  ['a reference as tag name', { tags: [{ name: '{{event.name}}', value: 'x' }] }, 'tags[0].name', 'format'],
  ['cc', { cc: 'a@x.example' }, 'cc', 'unknown'],
  ['bcc', { bcc: [] }, 'bcc', 'unknown'],
  ['headers', { headers: {} }, 'headers', 'unknown'],
  ['attachments', { attachments: [] }, 'attachments', 'unknown'],
  ['scheduled_at', { scheduled_at: 'now' }, 'scheduled_at', 'unknown'],
  ['scheduledAt', { scheduledAt: 'now' }, 'scheduled_at', 'unknown'],
  [
    'unsubscribe_url without managed unsubscribe (U75)',
    { text: 'Leave: {{unsubscribe_url}}' },
    'text',
    'format',
  ],
];

/** Fields to change in an email step with a template. */
const inTemplate: Fault[] = [
  ['template and html', { html: 'x', template: { id: 't' } }, 'html', 'conflict'],
  ['a reference as template', { template: { id: '{{event.name}}' } }, 'template.id', 'format'],
  [
    'a reference that is none, in a variable',
    { template: { id: 't', variables: { name: '{{name}}' } } },
    'template.variables.name',
    'format',
  ],
  [
    'unsubscribe_url with unsubscribe off and a template (U75)',
    { template: { id: 't' }, subject: '{{unsubscribe_url}}', unsubscribe: false },
    'subject',
    'format',
  ],
];

/** Fields to change in a webhook step. */
const inCall: Fault[] = [
  ['host by reference', { url: 'https://{{event.data.host}}/x' }, 'url', 'format'],
  ['port by reference', { url: 'https://x.example:{{event.data.port}}' }, 'url', 'format'],
  ['method', { method: 'GET' }, 'method', 'enum'],
  ['host header', { headers: { Host: 'x' } }, 'headers.Host', 'blocked'],
  ['trailer', { headers: { Trailer: 'x' } }, 'headers.Trailer', 'blocked'],
  ['own header', { headers: { 'Service-Key': 'x' } }, 'headers.Service-Key', 'blocked'],
  ['header name', { headers: { 'a b': 'x' } }, 'headers.a b', 'format'],
  ['header value', { headers: { 'X-A': 1 } }, 'headers.X-A', 'type'],
  ['header in two spellings', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a', 'conflict'],
  ['a reference that is none in a header', { headers: { 'X-A': '{{x}}' } }, 'headers.X-A', 'format'],
  ['a header of 2,049 characters (U75)', { headers: { A: '😀'.repeat(2_049) } }, 'headers.A', 'length'],
  [
    '21 headers',
    { headers: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((h) => [h, 'x'])) },
    'headers',
    'length',
  ],
  ['body', { body: 'x' }, 'body', 'type'],
  ['a reference that is none in a body', { body: { a: [1, { b: '{{' }] } }, 'body.a[1].b', 'format'],
];

const below = (prefix: string, faults: Fault[], given: (change: Json) => Json): Fault[] =>
  faults.map(([name, change, path, kind]) => [name, given(change), `${prefix}.${path}`, kind]);

const faults: Fault[] = [
  ...inBody,
  ...below('trigger', inTrigger, onTrigger),
  ...below('steps[0]', [...inStep, ...inRule], (step) => steps(step)),
  ...below('steps[0]', inEmail, (change) => steps({ ...email, ...change })),
  ...below('steps[0]', inTemplate, (change) => steps({ ...templated, ...change })),
  ...below('steps[0]', inCall, (change) => steps({ ...call, ...change })),
];

test.each(faults)('%s is 400 at its path [U22, U23, U29-U31, U57, U71]', (_name, given, path, kind) => {
  expect(issuesOf(given)).toEqual([[path, kind]]);
});

test('every fault of every step is told at once', () => {
  const given = body({ name: '' }, { type: 'fax' }, { type: 'delay', seconds: 0 });
  expect(issuesOf(given)).toEqual([
    ['name', 'length'],
    ['steps[0].type', 'enum'],
    ['steps[1].seconds', 'range'],
  ]);
});

test('defaults are filled in, optional members that were not given are absent', () => {
  const { steps: made, trigger } = accepted(body({}, email, wait, { ...call, name: ' Tell us ' }));
  expect(trigger).toEqual({ event: 'signup', cancel_on_events: [], conditions: [] });
  expect(made).toEqual([
    { ...email, name: null, to: '{{event.email}}' },
    { ...wait, name: null, on_timeout: 'end' },
    { ...call, name: 'Tell us', method: 'POST' },
  ]);
  expect(Object.keys(made[0] ?? {}).sort()).toEqual(['from', 'name', 'subject', 'text', 'to', 'type']);
});

test('duplicates of cancel_on_events are dropped in their order, and it may hold the own name [U71]', () => {
  const { trigger } = accepted(onTrigger({ cancel_on_events: ['b', 'signup', 'b', 'a'] }));
  expect(trigger.cancel_on_events).toEqual(['b', 'signup', 'a']);
});

test('the aliases of a send request hold, and parts, bodies and variables have line breaks [U57]', () => {
  const { text: _text, ...rest } = email;
  const { steps: made } = accepted(
    body(
      {},
      { ...rest, html_body: 'a\nb', replyTo: 'r@x.example' },
      { ...call, body: { a: [{ b: 'c\nd' }] } },
      { ...sms, text: 'a\nb' },
    ),
  );
  expect(made[0]).toMatchObject({ html: 'a\nb', reply_to: 'r@x.example' });
});

test('references stand wherever a value may go [U23]', () => {
  const reference = '{{event.data.x}}';
  const everywhere = {
    ...email,
    from: `${reference} <a@shop.example>`,
    to: [`${reference} <{{event.email}}>`, reference],
    reply_to: reference,
    unsubscribe: true,
    subject: `${reference} {{unsubscribe_url}}`,
    html: `${reference}{{ unsubscribe_url }}`,
    text: `${reference}{{unsubscribe_url}}`,
    tags: { plan: reference },
    tenant: reference,
  };
  const posted = {
    ...call,
    url: `https://api.shop.example/{{event.user_id}}?q=${reference}`,
    headers: { 'X-A': reference },
    body: [reference],
  };
  const later = {
    type: 'condition',
    any: [{ field: 'steps.2.event.data.a', operator: 'in', value: ['{{steps.2.event.email}}'] }],
  };
  const matched = { ...wait, match: { field: 'data.order.id', equals: reference } };
  expect(accepted(body({}, everywhere, posted, matched, later)).steps).toHaveLength(4);
});

test('names such as __proto__ in headers and bodies are ordinary', () => {
  const given = JSON.parse(
    `{"headers": {"__proto__": "x"}, "body": {"__proto__": {"a": "{{event.email}}"}}}`,
  );
  const [made] = accepted(body({}, { ...call, ...given })).steps;
  expect(JSON.stringify(made)).toContain(
    '"headers":{"__proto__":"x"},"body":{"__proto__":{"a":"{{event.email}}"}}',
  );
});
