import type { Json } from '../../shared/core/json-path.ts';
import { unknownFields } from '../../shared/http/unknown-fields.ts';
import { cpuOf } from '../support/cpu.ts';
import { issuesOf, routeOf, unknownInSend as send, unknownIn } from '../support/read-fields.ts';

const basic = { from: 'a@acme.test', to: 'b@acme.test', subject: 's', text: 't' };

test('a strict body refuses any unknown field, at its path [A73]', () => {
  expect(unknownIn('POST /emails', { ...basic, schedule_at: 'x' })).toEqual([
    ['schedule_at', 'Unknown field schedule_at. Did you mean scheduled_at?'],
  ]);
  expect(unknownIn('POST /emails', { ...basic, remark: null })).toEqual([
    ['remark', 'Unknown field remark.'],
  ]);
  expect(unknownIn('PATCH /emails/{id}', { cancel: true, reason: 'x' })).toHaveLength(1);
  expect(unknownIn('POST /emails/batch', { emails: [], idempotency_key: 'x' })).toHaveLength(1);
});

test('a lenient body ignores what is near no field [A73]', () => {
  expect(unknownIn('POST /suppressions', { email: 'a@acme.test', source: 'crm', created_by: 'me' })).toEqual(
    [],
  );
});

test("fields of nested objects count, names that are the caller's do not [A73]", () => {
  const named = { x: '1', subjekt: '2', __proto__: '3' };
  const email = { ...basic, headers: named, tags: named, template: { id: 'a', variables: named } };
  expect(unknownIn('POST /emails', email)).toEqual([]);
  expect(
    send({
      ...basic,
      from: { email: 'a@acme.test', nmae: 'A' },
      attachments: [
        { name: 'a.txt', data: '' },
        { file_nam: 'b.txt', data: '' },
      ],
      tags: [{ name: 'a', valeu: 'b' }],
      template: { id: 'a', variabels: {} },
    }),
  ).toEqual({
    'from.nmae': 'Unknown field from.nmae. Did you mean name?',
    'attachments[1].file_nam': 'Unknown field attachments[1].file_nam. Did you mean name?',
    'tags[0].valeu': 'Unknown field tags[0].valeu. Did you mean value?',
    'template.variabels': 'Unknown field template.variabels. Did you mean variables?',
  });
  const steps = [
    { type: 'delay', second: 5 },
    { type: 'send_email', from: 'a@acme.test', htmlbody: 'x', remark: 'far' },
    { type: 'webhook', url: 'https://a.test', body: { urll: 1 }, headers: { urll: 'x' } },
  ];
  expect(unknownIn('POST /automations', { name: 'a', trigger: { evnt: 'a' }, steps })).toEqual([
    ['trigger.evnt', 'Unknown field trigger.evnt. Did you mean event?'],
    ['steps[0].second', 'Unknown field steps[0].second. Did you mean seconds?'],
    ['steps[1].htmlbody', 'Unknown field steps[1].htmlbody. Did you mean html?'],
  ]);
});

test('an unknown field comes before what is missing without it [A73]', () => {
  const issues = issuesOf('POST /emails', {
    from: 'a@acme.test',
    to: 'b@acme.test',
    subject: 's',
    html_content: 'x',
  });
  expect(issues.map(({ path, rule }) => [path, rule])).toEqual([
    ['html_content', 'unknown'],
    ['html', 'required'],
  ]);
});

test('names of prototypes are names, and hostile ones are cut [A73]', () => {
  const hostile = JSON.parse(
    '{"__proto__":{"subject":"s"},"constructor":1,"toString":1,"hasOwnProperty":1,"valueOf":1}',
  );
  expect(Object.keys(send({ ...basic, ...{} }))).toEqual([]);
  expect(unknownIn('POST /emails', hostile).map(([path]) => path)).toEqual(Object.keys(hostile));
  const long = '\u{1f600}'.repeat(100_000);
  const [[path = '', message = ''] = []] = unknownIn('POST /emails', { ...basic, [`a\u0007${long}`]: 1 });
  expect(path.length).toBeLessThanOrEqual(128);
  expect(path.isWellFormed() && message.isWellFormed()).toBe(true);
  expect(path).not.toMatch(/\p{Cc}/u);
  expect(unknownIn('POST /emails', { ...basic, subj\u00e9ct: 1, '': 1 })).toEqual([
    ['subj\u00e9ct', 'Unknown field subj\u00e9ct. Did you mean subject?'],
    ['', expect.stringMatching(/^Unknown field/)],
  ]);
});

test('thousands of unknown fields take little time, and 100 of them are named [A73]', () => {
  const many = (name: (i: number) => string, base: Json = {}) =>
    Object.fromEntries([...Object.entries(base), ...Array.from({ length: 90_000 }, (_, i) => [name(i), 1])]);
  const bodies: [string, Json][] = [
    ['POST /emails', many((i) => `scheduled_a${i}`, basic)],
    ['POST /emails', many((i) => `${i}`.padStart(64, 'attachments'), basic)],
    ['PATCH /domains/{id}', many((i) => `tls_mod${i}`)],
    ['POST /domains/{id}', many((i) => `save_credential${i}`)],
  ];
  for (const [name, body] of bodies) {
    let found: unknown[] = [];
    const cpu_ms = cpuOf(() => {
      found = unknownFields(routeOf(name).body as never, body, routeOf(name));
    });
    expect({ name, bounded: found.length <= 100, fast: cpu_ms < 500 }).toEqual({
      name,
      bounded: true,
      fast: true,
    });
  }
});
