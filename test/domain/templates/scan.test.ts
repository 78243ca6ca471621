import fc from 'fast-check';
import { markUnsubscribe, unsubscribeMarker } from '../../../shared/domain/content/placeholders.ts';
import { scan } from '../../../shared/domain/templates/scan.ts';
import { cpuOf } from '../../support/cpu.ts';
import { cases } from '../../support/whole.ts';

const written = (text: string) =>
  scan(text)
    .pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written))
    .join('');
const names = (text: string) =>
  scan(text).pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));

test.each([
  ['{{name}}', ['name']],
  ['{{\tname \t}}', ['name']],
  ['a{{_x1}}b{{Y}}', ['_x1', 'Y']],
  ['{{__proto__}}{{constructor}}', ['__proto__', 'constructor']],
  ['@media(max-width:1px){a{b:c}}', []],
  ['a{color:{{c}}}', ['c']],
  ['}} {{a}} }}', ['a']],
  ['100%} {%', []],
  [`{{${'n'.repeat(64)}}}`, ['n'.repeat(64)]],
])('%s is fit to be published [H27, Q10]', (text, expected) => {
  expect(scan(text).fault).toBeNull();
  expect(names(text)).toEqual(expected);
});

test.each([
  ['a {{{x}}} b', '{{{x}}}'],
  ['{{a.b}}', '{{a.b}}'],
  ['{{#if x}}y{{/if}}', '{{#if x}}'],
  ['{{a b}}', '{{a b}}'],
  ['{{}}', '{{}}'],
  ['{{1x}}', '{{1x}}'],
  ['{{x\n}}', '{{x\n}}'],
  ['{{naïve}}', '{{naïve}}'],
  [`{{${'n'.repeat(65)}}}`, `{{${'n'.repeat(58)}…`],
  ['{{x', '{{x'],
  ['{{a}} {{', '{{'],
  ['{{ a {{b}}', '{{ a {{b}}'],
  ['{% if x %}{{x}}{% endif %}', '{% if x %}'],
  ['{% if {{x}} %}', '{% if {{x}} %}'],
  ['{% {{', '{{'],
  ['{{a}} {% b }} %} {{.}}', '{% b }} %}'],
])('%s may not be published; the first such form is named [Q10]', (text, fault) => {
  expect(scan(text).fault).toBe(fault);
  expect(written(text)).toBe(text);
});

const braces = fc.string({
  unit: fc.constantFrom('{', '}', '%', ' ', '\t', '\n', 'a', '_', '1', '.', '#', '{{', '}}', '{%', '%}', 'é'),
  maxLength: 60,
});

test('whatever the text, its pieces are the text again, and placeholders are what the rule says [Q10]', () => {
  fc.assert(
    fc.property(braces, (text) => {
      const { pieces } = scan(text);
      expect(written(text)).toBe(text);
      for (const piece of pieces) {
        if (typeof piece === 'string') continue;
        expect(piece.written).toMatch(/^\{\{[ \t]*[A-Za-z_][A-Za-z0-9_]{0,63}[ \t]*\}\}$/);
        expect(piece.written).toContain(piece.name);
      }
    }),
    { numRuns: cases(3_000) },
  );
});

test('a text without a fault has no {{ left outside its placeholders [Q10]', () => {
  fc.assert(
    fc.property(braces, (text) => {
      const { pieces, fault } = scan(text);
      if (fault !== null) return;
      for (const piece of pieces) if (typeof piece === 'string') expect(piece.includes('{{')).toBe(false);
    }),
    { numRuns: cases(3_000) },
  );
});

test('forms {%…%} hide no placeholder of a draft [Q10]', () => {
  expect(names('{% if {{a}} %} {{b}} {% endif %}')).toEqual(['a', 'b']);
});

/** Q10 said once more, by regular expressions: names in order, and where the first form begins that may not be published. */
function oracle(text: string): { names: string[]; fault: number | null } {
  const forms = [...text.matchAll(/\{\{([\s\S]*?)\}\}/g)];
  const isName = ([, inside = '']: RegExpExecArray) => /^[ \t]*[A-Za-z_]\w{0,63}[ \t]*$/.test(inside);
  const last = forms.at(-1);
  const rest = last === undefined ? 0 : last.index + last[0].length;
  const faults = [
    ...forms.filter((form) => !isName(form)).map(({ index }) => index),
    text.indexOf('{{', rest),
    text.search(/\{%[\s\S]*?%\}/),
  ].filter((at) => at >= 0);
  return {
    names: forms.filter(isName).map(([, inside = '']) => inside.replace(/[ \t]/g, '')),
    fault: faults.length > 0 ? Math.min(...faults) : null,
  };
}

test('placeholders and the first fault are those of an independent reading of the rule [Q10]', () => {
  fc.assert(
    fc.property(braces, (text) => {
      const expected = oracle(text);
      const { fault } = scan(text);
      expect(names(text)).toEqual(expected.names);
      expect(fault === null).toBe(expected.fault === null);
      if (fault !== null) expect(text.startsWith(fault.replace(/…$/, ''), expected.fault ?? -1)).toBe(true);
    }),
    { numRuns: cases(5_000) },
  );
});

test('a plain text and a template without a fault are marked at the same places [rule 10]', () => {
  const link = fc.string({
    unit: fc.constantFrom('{{', '}}', '{', '}', ' ', '\t', 'unsubscribe_url', '{{ unsubscribe_url }}', 'x'),
  });
  fc.assert(
    fc.property(link, (text) => {
      const { pieces, fault } = scan(text);
      fc.pre(fault === null);
      const marked = pieces.map((piece) => {
        if (typeof piece === 'string') return piece;
        return piece.name === 'unsubscribe_url' ? unsubscribeMarker : piece.written;
      });
      expect(markUnsubscribe(text)).toBe(marked.join(''));
    }),
    { numRuns: cases(2_000) },
  );
});

test.each([
  ['open braces', '{{'],
  ['triple braces', '{{{'],
  ['open blocks', '{%'],
  ['closing braces', '}}'],
  ['both openings', '{{ {% '],
  ['faults', '{{.}}'],
  ['placeholders', '{{a}}'],
  ['spaces inside', ' '],
])('hostile input: 2 MB of %s are scanned in linear time', (_name, unit) => {
  const many = unit.repeat(Math.floor((2 * 1024 * 1024) / unit.length));
  for (const text of [many, `{{a${many}`, `{%${many}`, `${many}}}`]) {
    expect(cpuOf(() => scan(text))).toBeLessThan(2_000);
    const { pieces } = scan(text);
    expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written)).join('')).toBe(text);
  }
});
