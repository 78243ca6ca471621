import fc from 'fast-check';
import { scan } from '../../../shared/domain/templates/scan.ts';

const written = (text: string) =>
  scan(text)
    .pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written))
    .join('');
const names = (text: string) =>
  scan(text).pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));

test.each([
  ['{{name}}', ['name']],
  ['{{ name }}', ['name']],
  ['{{\tname \t}}', ['name']],
  ['a{{_x1}}b{{Y}}', ['_x1', 'Y']],
  ['{{__proto__}}{{constructor}}', ['__proto__', 'constructor']],
  ['@media(max-width:1px){a{b:c}}', []],
  ['a{color:{{c}}}', ['c']],
  ['}} {{a}} }}', ['a']],
  ['100%} {%', []],
  [`{{${'n'.repeat(64)}}}`, ['n'.repeat(64)]],
])('H27, Q10: %s is fit to be published', (text, expected) => {
  expect(scan(text).fault).toBeNull();
  expect(names(text)).toEqual(expected);
});

test.each([
  ['a {{{x}}} b', '{{{x}}}'],
  ['{{&x}}', '{{&x}}'],
  ['{{a.b}}', '{{a.b}}'],
  ['{{>p}}', '{{>p}}'],
  ['{{^x}}', '{{^x}}'],
  ['{{#if x}}y{{/if}}', '{{#if x}}'],
  ['{{ok}}{{/x}}', '{{/x}}'],
  ['{{a b}}', '{{a b}}'],
  ['{{!c}}', '{{!c}}'],
  ['{{}}', '{{}}'],
  ['{{ }}', '{{ }}'],
  ['{{1x}}', '{{1x}}'],
  ['{{x\n}}', '{{x\n}}'],
  ['{{naïve}}', '{{naïve}}'],
  [`{{${'n'.repeat(65)}}}`, `{{${'n'.repeat(58)}…`],
  ['{{x', '{{x'],
  ['{{a}} {{', '{{'],
  ['{{ a {{b}}', '{{ a {{b}}'],
  ['{% if x %}{{x}}{% endif %}', '{% if x %}'],
  ['{{ok}} {%%}', '{%%}'],
])('Q10: %s may not be published; the first such form is named', (text, fault) => {
  expect(scan(text).fault).toBe(fault);
  expect(written(text)).toBe(text);
});

const braces = fc.string({
  unit: fc.constantFrom('{', '}', '%', ' ', '\t', '\n', 'a', '_', '1', '.', '#', '{{', '}}', '{%', '%}', 'é'),
  maxLength: 60,
});

test('Q10: whatever the text, its pieces are the text again, and placeholders are what the rule says', () => {
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
    { numRuns: 3_000 },
  );
});

test('Q10: a text without a fault has no {{ left outside its placeholders', () => {
  fc.assert(
    fc.property(braces, (text) => {
      const { pieces, fault } = scan(text);
      if (fault !== null) return;
      for (const piece of pieces) if (typeof piece === 'string') expect(piece.includes('{{')).toBe(false);
    }),
    { numRuns: 3_000 },
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
    const started = performance.now();
    const { pieces } = scan(text);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written)).join('')).toBe(text);
  }
});
