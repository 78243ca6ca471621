import { nameUnseen, splitUnseen } from '../../shared/core/unseen.ts';

test('unseen characters are named, the first 2,000 of a text [D36]', () => {
  expect(nameUnseen('a\u202eb\tc\u0000')).toBe('aU+202Eb\tcU+0000');
  const pieces = splitUnseen('x\u007f'.repeat(100_000));
  expect(pieces).toHaveLength(4_001);
  expect(pieces.at(-1)).toBe('x\ufffd'.repeat(98_000));
});
