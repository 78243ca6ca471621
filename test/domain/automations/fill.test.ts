import type { CustomEvent } from '../../../shared/core/records/automations.ts';
import { fillHtml, fillText, fillValue, fillWhole } from '../../../shared/domain/automations/fill.ts';
import { scan } from '../../../shared/domain/automations/references.ts';
import { textRoom } from '../../../shared/domain/automations/room.ts';
import { cpuOf } from '../../support/cpu.ts';

const eventOf = (data: Record<string, unknown>): CustomEvent => ({
  id: 'ae_00000000000000000000000000',
  name: 'signup',
  user_id: null,
  email: 'ada@example.com',
  data,
  source: 'api',
  created_at: '2026-01-01T00:00:00.000Z',
});
const scopeOf = (data: Record<string, unknown>) => ({ event: eventOf(data), waits: new Map() });

test('{{unsubscribe_url}} is the marker where it is managed, and as written where it is not [rule 10]', () => {
  const scope = scopeOf({ v: '{{unsubscribe_url}}' });
  const html = '<a href="{{ unsubscribe_url }}">{{event.data.v}}</a>';
  expect(fillHtml(html, scope, true)).toBe('<a href="\0unsubscribe_url\0">{{unsubscribe_url}}</a>');
  expect(fillHtml(html, scope, false)).toBe('<a href="{{unsubscribe_url}}">{{unsubscribe_url}}</a>');
});

test.each([
  [7, 7, '7'],
  [true, true, 'true'],
  [{ a: [1] }, { a: [1] }, '{"a":[1]}'],
  [['x'], ['x'], '["x"]'],
  ['s', 's', 's'],
  [null, undefined, ''],
])('%j keeps its type where it is all, and is text inside other text [U25, U26]', (value, whole, text) => {
  const scope = scopeOf({ v: value });
  expect(fillValue('{{event.data.v}}', scope, textRoom('text'))).toEqual(whole);
  expect(fillText('[{{event.data.v}}]', scope, textRoom('text'))).toBe(`[${text}]`);
});

test('a body string that is just one reference becomes null; an address without a value fails, naming no value [U25]', () => {
  const scope = scopeOf({});
  const fault = () => fillWhole('to', '{{event.data.none}}', scope);
  expect(fault).toThrow('to: {{event.data.none}} has no value');
});

test('keys that are own members of every object lead nowhere', () => {
  const scope = scopeOf(JSON.parse('{"o": {"__proto__": "own"}}'));
  expect(fillText('{{event.data.o.__proto__}}', scope, textRoom('text'))).toBe('own');
  expect(fillText('{{event.data.constructor}}{{event.data.__proto__}}', scope, textRoom('text'))).toBe('');
});

test.each([
  '{{name}}',
  '{{event}}',
  '{{event.data}}',
  '{{event.data.a b}}',
  '{{event.source}}',
  '{{event.data.a.b.c.d.e.f}}',
  '{{steps.1}}',
  '{{steps.01.event.email}}',
  '{{#if event.email}}',
  '{{{event.email}}}',
  '{{event.email}',
  '{{',
  '{{ event.\nemail }}',
])('%j is no reference [U22]', (text) => {
  expect(scan(`a ${text}`).fault).not.toBeNull();
});

test.each(['{{event.email}}', '{{\tevent.data.a_b-1.0 }}', '}} {', '{{steps.12.event.data.a.b.c.d.e}}'])(
  '%j may stand [U22]',
  (text) => {
    expect(scan(text).fault).toBeNull();
  },
);

test('a text of 256 KB of braces is read in linear time', () => {
  for (const text of ['{'.repeat(262_144), '{{ '.repeat(87_000), '{{event.email}}'.repeat(17_000)])
    expect(cpuOf(() => scan(text))).toBeLessThan(1_000);
});
