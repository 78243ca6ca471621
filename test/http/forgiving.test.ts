import type { Template, TemplateBody, TemplateVersion } from '../../shared/core/records/templates.ts';
import { SendRequest } from '../../shared/domain/sending/send-request.ts';
import { templateRecord } from '../../shared/domain/templates/template-record.ts';
import { issuesOf } from '../support/read-fields.ts';

const basic = { from: 'a@acme.test', to: 'b@acme.test', subject: 's', text: 't' };

test.each([
  ['POST /emails', { ...basic, headers: [], template: { id: 'a', variables: [] } }],
  ['POST /tenants', { external_id: 'a', metadata: [] }],
  ['POST /webhooks', { url: 'https://a.test/', headers: [] }],
  ['POST /templates', { name: 'a', subject: 's', defaults: [] }],
  ['POST /events', { name: 'a', email: 'a@acme.test', data: [] }],
])('%s takes [] for an empty map, as PHP writes one [C6]', (name, body) => {
  expect(issuesOf(name, body)).toEqual([]);
  expect(issuesOf(name, JSON.parse(JSON.stringify(body).replaceAll('[]', '[1]'))).length).toBeGreaterThan(0);
});

test('[] is an empty map from there on [C6]', () => {
  expect(SendRequest.parse({ ...basic, headers: [] }).headers).toEqual({});
});

const toOf = (to: unknown) => issuesOf('POST /emails', { ...basic, to }).map(({ message }) => message);
const list = 'must be one address; write several as a list: ["ada@example.com", "bob@example.com"]';
const string = 'must be a string, such as "Ada <ada@example.com>"';
const dots = 'quote the part before the @ if it starts or ends with a dot or has two dots in a row: "…"@';

test.each([
  ['a@x.example, b@x.example', `to ${list}`],
  ['A <a@x.example>; B <b@x.example>;', `to ${list}`],
  [['a@x.example,b@x.example'], `to[0] ${list}`],
  [[{ email: 'a@x.example' }], `to[0] ${string}`],
  [
    { email: 'a@x.example' },
    'to must be an address, such as "Ada <ada@example.com>", or a list of addresses',
  ],
  ['a..b@docomo.ne.jp', `to: ${dots}docomo.ne.jp`],
  ['a.@docomo.ne.jp', `to: ${dots}docomo.ne.jp`],
  ['D <.a@docomo.ne.jp>', `to: ${dots}docomo.ne.jp`],
  ['a..b@docomo', 'to: not an email address'],
  ['a, b', 'to: not an email address'],
])('to %j says what to write [C9]', (to, message) => {
  expect(toOf(to)).toEqual([message]);
});

test('the quoted form is taken [C8]', () => {
  expect(toOf('"a..b"@docomo.ne.jp')).toEqual([]);
  expect(toOf('"a."@docomo.ne.jp')).toEqual([]);
});

test.each([
  ['{{event.data.at}}', true],
  ['{{event.data.day}}T08:00:00Z', true],
  ['2030-01-01T00:00:00Z', true],
  ['at {{event.data.at}}', false],
  ['{{event.data.day}} 08:00', false],
  ['tomorrow', false],
])('until %s is taken: %s [N11]', (until, taken) => {
  const steps = [{ type: 'delay', until }];
  const issues = issuesOf('POST /automations', { name: 'a', trigger: { event: 'a' }, steps });
  expect(issues.map(({ path }) => path)).toEqual(taken ? [] : ['steps[0].until']);
});

test.each([
  [
    '<a href="https://x.test/%7B%7Btoken%7D%7D">',
    ['html: %7B%7B in a link is not a placeholder. Write {{token}}'],
  ],
  [
    '<a href="https://x.test/%7b%7b%20token%20%7d%7d">',
    ['html: %7B%7B in a link is not a placeholder. Write {{token}}'],
  ],
  ['<a href="https://x.test/{{token}}?a=%7B">', []],
  [null, []],
])('the record of a template with %s has its warnings [H27]', (html, warnings) => {
  const body = { html, text: null } as TemplateBody;
  const made = templateRecord({ published: null } as Template, {} as TemplateVersion, body);
  expect(made.warnings).toEqual(warnings);
});
