import { randomBytes } from 'node:crypto';
import { compress, decompress } from '../../shared/core/compress.ts';

test.each([0, 1, 100, 5_000, 16_000, 40_000])('%i octets come back as they were', (length) => {
  for (const octets of [Buffer.alloc(length, 'text '), randomBytes(length)])
    expect(decompress(compress(octets)).equals(octets)).toBe(true);
});

test('what is kept of small inputs keeps little more memory than they had', () => {
  const kept = Array.from({ length: 200 }, () => compress(Buffer.alloc(1_000, 'text ')));
  const slabs = new Set(kept.map(({ buffer }) => buffer));
  const bytes = [...slabs].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(200 * 3_000);
});
