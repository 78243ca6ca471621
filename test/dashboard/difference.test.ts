import { Difference } from '../../functions/dashboard/parts/templates/difference.tsx';

const shown = (before: string, after: string) =>
  String(Difference({ before, after })).replace(/<\/?bdi>|<\/?pre[^>]*>/g, '');

test('changed words are marked in lines that are kept [D39]', () => {
  const html = '<p>Dear {{name}}, we got your payment.</p>\n';
  expect(shown(html, html.replace('got', 'received'))).toBe(
    '&lt;p&gt;Dear {{name}}, we <del>got</del><ins>received</ins> your payment.&lt;/p&gt;\n',
  );
});

test('changes with only a space between them are one change [D39]', () => {
  expect(shown('We got it for your order today', 'We take these for your order today')).toBe(
    'We <del>got it</del><ins>take these</ins> for your order today',
  );
});

test('lines with few words in common are marked as a whole [D39]', () => {
  expect(shown('Hello there\n', 'Completely new words\n')).toBe(
    '<del>Hello there\n</del><ins>Completely new words\n</ins>',
  );
});

test('a line that is added or removed is marked alone [D39]', () => {
  expect(shown('a\nb\n', 'a\nx y\nb\n')).toBe('a\n<ins>x y\n</ins>b\n');
  expect(shown('a\nx y\nb\n', 'a\nb\n')).toBe('a\n<del>x y\n</del>b\n');
});

test('long unchanged parts are left out, with their number of lines [D39]', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('');
  const all = shown(`${lines(1, 20)}old\n${lines(21, 40)}`, `${lines(1, 20)}new\n${lines(21, 40)}`);
  expect(all).toBe(
    `<span class="gap">17 unchanged lines\n</span>${lines(18, 20)}` +
      `<del>old\n</del><ins>new\n</ins>${lines(21, 23)}<span class="gap">17 unchanged lines\n</span>`,
  );
});

test.each([
  ['2 MB on one line', 'x{{a}} '.repeat(300_000), 'y{{b}} '.repeat(300_000)],
  ['many lines that all differ', 'x\n'.repeat(100_000), 'y\n'.repeat(100_000)],
  [
    'many changed lines',
    'one two three {{four}} five six\nsame\n'.repeat(450),
    'one 2 three {{4}} five 6\nsame\n'.repeat(450),
  ],
  ['20 KB of other words', 'one two '.repeat(1_200), 'three four '.repeat(900)],
])('comparing %s takes a bounded time [D42]', (_, before, after) => {
  const start = process.cpuUsage();
  expect(shown(before, after)).not.toBe('');
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(500);
});
