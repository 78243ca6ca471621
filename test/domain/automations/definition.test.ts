import {
  accepted,
  body,
  call,
  email,
  issuesOf,
  type Json,
  onTrigger,
  rule,
  sms,
  steps,
  wait,
} from '../../support/definitions.ts';

const faults: [string, Json, string, string][] = [
  ['no name', body({ name: undefined }), 'name', 'required'],
  ['blank name', body({ name: '  ' }), 'name', 'length'],
  ['long name', body({ name: 'x'.repeat(101) }), 'name', 'length'],
  ['no trigger', body({ trigger: undefined }), 'trigger', 'required'],
  ['event form', onTrigger({ event: 'a b' }), 'trigger.event', 'format'],
  ['event with a reference', onTrigger({ event: '{{event.name}}' }), 'trigger.event', 'format'],
  ['reserved event', onTrigger({ event: 'email.sent' }), 'trigger.event', 'blocked'],
  [
    'reserved cancel',
    onTrigger({ cancel_on_events: ['a', 'contact.x'] }),
    'trigger.cancel_on_events[1]',
    'blocked',
  ],
  ['11 cancels', onTrigger({ cancel_on_events: [...'abcdefghijk'] }), 'trigger.cancel_on_events', 'length'],
  ['21 conditions', onTrigger({ conditions: Array(21).fill(rule) }), 'trigger.conditions', 'length'],
  [
    'operator',
    onTrigger({ conditions: [{ ...rule, operator: 'is' }] }),
    'trigger.conditions[0].operator',
    'enum',
  ],
  [
    'a step in a trigger condition',
    onTrigger({ conditions: [{ ...rule, field: 'steps.0.event.email' }] }),
    'trigger.conditions[0].field',
    'format',
  ],
  ['no steps', body({ steps: [] }), 'steps', 'length'],
  ['51 steps', body({ steps: Array(51).fill(email) }), 'steps', 'length'],
  ['unknown type', steps({ type: 'fax' }, email), 'steps[1].type', 'enum'],
  ['no type', steps({ name: 'x' }, email), 'steps[1].type', 'required'],
  ['a step that is no object', body({ steps: ['x'] }), 'steps[0]', 'type'],
  ['0 seconds', steps({ type: 'delay', seconds: 0 }, email), 'steps[1].seconds', 'range'],
  ['a year and a second', steps({ type: 'delay', seconds: 31_536_001 }), 'steps[0].seconds', 'range'],
  ['half a second', steps({ type: 'delay', seconds: 0.5 }), 'steps[0].seconds', 'type'],
  ['time-out', steps({ ...wait, timeout_seconds: 0 }), 'steps[0].timeout_seconds', 'range'],
  ['on_timeout', steps({ ...wait, on_timeout: 'stop' }), 'steps[0].on_timeout', 'enum'],
  [
    'match field',
    steps({ ...wait, match: { field: 'name', equals: 'x' } }),
    'steps[0].match.field',
    'format',
  ],
  ['match equals', steps({ ...wait, match: { field: 'email' } }), 'steps[0].match.equals', 'required'],
  ['both all and any', steps({ type: 'condition', all: [rule], any: [rule] }), 'steps[0].any', 'conflict'],
  ['neither', steps({ type: 'condition' }), 'steps[0].all', 'required'],
  ['no rules', steps({ type: 'condition', all: [] }), 'steps[0].all', 'length'],
  ['21 rules', steps({ type: 'condition', any: Array(21).fill(rule) }), 'steps[0].any', 'length'],
  ...(
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
  ).map(([one, path, kind]): [string, Json, string, string] => [
    `rule ${JSON.stringify(one).slice(0, 60)}`,
    steps({ type: 'condition', all: [one] }, email),
    `steps[1].all[0].${path}`,
    kind,
  ]),
  ['no from', steps({ ...email, from: undefined }), 'steps[0].from', 'required'],
  [
    'a reference in the address of from',
    steps({ ...email, from: '{{event.email}}' }),
    'steps[0].from',
    'format',
  ],
  [
    'the same in brackets',
    steps({ ...email, from: 'A <{{event.data.a}}@x.example>' }),
    'steps[0].from',
    'format',
  ],
  [
    'the same in an object',
    steps({ ...email, from: { email: '{{event.email}}' } }),
    'steps[0].from.email',
    'format',
  ],
  [
    'a control in the name of from',
    steps({ ...email, from: { email: 'a@shop.example', name: 'A\tB' } }),
    'steps[0].from.name',
    'format',
  ],
  ['no address', steps({ ...email, to: 'me' }), 'steps[0].to', 'format'],
  ['11 addresses', steps({ ...email, to: Array(11).fill('a@x.example') }), 'steps[0].to', 'length'],
  ['no subject', steps({ ...email, subject: undefined }), 'steps[0].subject', 'required'],
  ['no part', steps({ ...email, text: undefined }), 'steps[0].html', 'required'],
  [
    'template and html',
    steps({ ...email, text: undefined, html: 'x', template: { id: 't' } }),
    'steps[0].html',
    'conflict',
  ],
  [
    'a reference as template',
    steps({ ...email, text: undefined, template: { id: '{{event.name}}' } }),
    'steps[0].template.id',
    'format',
  ],
  [
    'a reference that is none, in a variable',
    steps({ ...email, text: undefined, template: { id: 't', variables: { name: '{{name}}' } } }),
    'steps[0].template.variables.name',
    'format',
  ],
  ['category', steps({ ...email, category: 'spam' }), 'steps[0].category', 'enum'],
  ['a reference as category', steps({ ...email, category: '{{event.name}}' }), 'steps[0].category', 'format'],
  [
    'a reference as tag name',
    steps({ ...email, tags: [{ name: '{{event.name}}', value: 'x' }] }),
    'steps[0].tags[0].name',
    'format',
  ],
  ['cc', steps({ ...email, cc: 'a@x.example' }), 'steps[0].cc', 'unknown'],
  ['bcc', steps({ ...email, bcc: [] }), 'steps[0].bcc', 'unknown'],
  ['headers', steps({ ...email, headers: {} }), 'steps[0].headers', 'unknown'],
  ['attachments', steps({ ...email, attachments: [] }), 'steps[0].attachments', 'unknown'],
  ['scheduled_at', steps({ ...email, scheduled_at: 'now' }), 'steps[0].scheduled_at', 'unknown'],
  ['scheduledAt', steps({ ...email, scheduledAt: 'now' }), 'steps[0].scheduled_at', 'unknown'],
  ['a later step', steps({ ...email, text: '{{steps.1.event.email}}' }), 'steps[0].text', 'format'],
  [
    'a step that is no wait',
    steps({ ...email, text: '{{steps.0.event.email}}' }, email),
    'steps[1].text',
    'format',
  ],
  [
    'unsubscribe_url without managed unsubscribe (U75)',
    steps({ ...email, text: 'Leave: {{unsubscribe_url}}' }),
    'steps[0].text',
    'format',
  ],
  [
    'unsubscribe_url with unsubscribe off and a template (U75)',
    steps({
      type: 'send_email',
      from: email.from,
      template: { id: 't' },
      subject: '{{unsubscribe_url}}',
      unsubscribe: false,
    }),
    'steps[0].subject',
    'format',
  ],
  ['a number that is none (U75)', steps({ ...sms, to: '0791234567' }), 'steps[0].to', 'format'],
  [
    'a header of 2,049 characters (U75)',
    steps({ ...call, headers: { A: '😀'.repeat(2_049) } }),
    'steps[0].headers.A',
    'length',
  ],
  ['unsubscribe_url in to', steps({ ...email, to: '{{unsubscribe_url}}' }), 'steps[0].to', 'format'],
  ['a line break in a subject', steps({ ...email, subject: 'a\nb' }), 'steps[0].subject', 'format'],
  ['no text', steps({ ...sms, text: undefined }), 'steps[0].text', 'required'],
  ['host by reference', steps({ ...call, url: 'https://{{event.data.host}}/x' }), 'steps[0].url', 'format'],
  [
    'port by reference',
    steps({ ...call, url: 'https://x.example:{{event.data.port}}' }),
    'steps[0].url',
    'format',
  ],
  ['method', steps({ ...call, method: 'GET' }), 'steps[0].method', 'enum'],
  ['host header', steps({ ...call, headers: { Host: 'x' } }), 'steps[0].headers.Host', 'blocked'],
  ['trailer', steps({ ...call, headers: { Trailer: 'x' } }), 'steps[0].headers.Trailer', 'blocked'],
  [
    'own header',
    steps({ ...call, headers: { 'Service-Key': 'x' } }),
    'steps[0].headers.Service-Key',
    'blocked',
  ],
  ['header name', steps({ ...call, headers: { 'a b': 'x' } }), 'steps[0].headers.a b', 'format'],
  ['header value', steps({ ...call, headers: { 'X-A': 1 } }), 'steps[0].headers.X-A', 'type'],
  [
    'header in two spellings',
    steps({ ...call, headers: { 'X-A': '1', 'x-a': '2' } }),
    'steps[0].headers.x-a',
    'conflict',
  ],
  [
    'a reference that is none in a header',
    steps({ ...call, headers: { 'X-A': '{{x}}' } }),
    'steps[0].headers.X-A',
    'format',
  ],
  [
    '21 headers',
    steps({ ...call, headers: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((h) => [h, 'x'])) }),
    'steps[0].headers',
    'length',
  ],
  ['body', steps({ ...call, body: 'x' }), 'steps[0].body', 'type'],
  [
    'a reference that is none in a body',
    steps({ ...call, body: { a: [1, { b: '{{' }] } }),
    'steps[0].body.a[1].b',
    'format',
  ],
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
