import fc from 'fast-check';
import { type Part, renderPart } from '../../../shared/domain/templates/render.ts';
import { scan } from '../../../shared/domain/templates/scan.ts';
import { checkVariables, fillFrom, type Variables } from '../../../shared/domain/templates/variables.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { cpuOf } from '../../support/cpu.ts';
import { cases } from '../../support/whole.ts';

const mb2 = 2 * 1024 * 1024;

function render(part: Part, text: string, variables: Variables, defaults: Record<string, string> = {}) {
  return renderPart(part, scan(text).pieces, fillFrom(variables, defaults), mb2);
}

test('html values are escaped, subject and text are raw [H27]', () => {
  const variables = { v: `<a href="x">'&'</a>` };
  expect(render('html', '<p>{{v}}</p>', variables)).toBe(
    '<p>&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;</p>',
  );
  expect(render('text', '{{ v }}!', variables)).toBe(`${variables.v}!`);
  expect(render('subject', '{{v}}', variables)).toBe(variables.v);
});

test('each run of CR and LF in a subject value becomes one space; text keeps its lines [Q22]', () => {
  expect(render('subject', 'a {{v}} b', { v: 'x\r\n\r\ny\nz' })).toBe('a x y z b');
  expect(render('text', '{{v}}', { v: 'x\r\ny' })).toBe('x\r\ny');
});

test('numbers and booleans are rendered with String(), null is empty [H6]', () => {
  const variables = { n: 1.5, b: false, z: 0, nothing: null };
  expect(render('text', '{{n}} {{b}} {{z}} [{{nothing}}]', variables)).toBe('1.5 false 0 []');
});

test('"" and null beat a default, an absent value takes it; without either it stays as written [Q23]', () => {
  const defaults = { a: 'A', b: 'B', c: 'C' };
  expect(render('text', '{{a}}{{b}}{{c}}{{ d }}', { a: '', b: null }, defaults)).toBe('C{{ d }}');
});

test('prototype names are variables like others: own properties only [Q23]', () => {
  const text = '{{constructor}} {{toString}} {{__proto__}} {{hasOwnProperty}}';
  expect(render('html', text, {})).toBe(text);
  const given = JSON.parse('{"__proto__": "p", "constructor": "c"}');
  expect(render('html', text, given)).toBe('c {{toString}} p {{hasOwnProperty}}');
  expect(render('html', text, {}, JSON.parse('{"__proto__": "d"}'))).toContain(' d ');
});

const bits = '{{|}}|a|b| |$|&|$&|$1|\\|<|{{a}}|{{b}}|{{unsubscribe_url}}'.split('|');
const noise = fc.string({ unit: fc.constantFrom(...bits) });

test('values are never rendered twice, whatever they hold [H27]', () => {
  fc.assert(
    fc.property(noise, noise, fc.array(fc.constantFrom('a', 'b', '-'), { maxLength: 8 }), (a, b, order) => {
      const text = order.map((name) => (name === '-' ? '-' : `{{${name}}}`)).join('');
      const expected = order.map((name) => (name === 'a' ? a : name === 'b' ? b : '-')).join('');
      expect(render('text', text, { a, b })).toBe(expected);
    }),
    { numRuns: cases(2_000) },
  );
});

test('no value opens a tag or leaves an attribute in html [H27]', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (v) => {
      const html = render('html', '[{{v}}]', { v }) ?? '';
      expect(html.slice(1, -1)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
    }),
  );
});

test('what would pass 2 MB is not built: 400,000 placeholders of 64 KB each [Q22]', () => {
  const build = () =>
    expect(render('html', '{{a}}'.repeat(400_000), { a: 'x'.repeat(64 * 1024) })).toBeNull();
  expect(cpuOf(build)).toBeLessThan(2_000);
  expect(render('text', '{{a}}', { a: 'ä'.repeat(mb2 / 2) })).toHaveLength(mb2 / 2);
  expect(render('text', '{{a}}.', { a: 'ä'.repeat(mb2 / 2) })).toBeNull();
});

test('at most 100 variables and 64 KB as JSON, scalars only, unsubscribe_url is reserved [Q50, Q24, H6]', () => {
  const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`no name ${i}`, i]));
  const issues = (variables: Variables) =>
    checkVariables(variables, 'template.variables').map(({ path, rule }) => [path, rule]);
  expect(issues(many(100))).toEqual([]);
  expect(issues(many(101))).toEqual([['template.variables', 'length']]);
  expect(issues({ a: 'x'.repeat(64 * 1024 - 8) })).toEqual([]);
  expect(issues({ a: 'x'.repeat(64 * 1024 - 7) })).toEqual([['template.variables', 'length']]);
  expect(issues({ a: [], b: {}, c: null, d: true })).toEqual([
    ['template.variables.a', 'type'],
    ['template.variables.b', 'type'],
  ]);
  expect(issues({ unsubscribe_url: 'x' })).toEqual([['template.variables.unsubscribe_url', 'conflict']]);
});
