import fc from 'fast-check';
import { email_id, links } from '../../support/tracked.ts';

const target = 'https://x.example/ä?q=1&b=%20#c';

test('a token says its email and target, and its own path alone takes it [E19]', async () => {
  const [click = '', open = ''] = await links.sign(email_id, [
    { path: 'c', target },
    { path: 'o', target: '' },
  ]);
  expect(await links.read('c', click)).toEqual({ email_id, target });
  expect(await links.read('o', open)).toEqual({ email_id, target: '' });
  expect([await links.read('o', click), await links.read('c', open)]).toEqual([null, null]);
});

test('no other token is taken: every bit counts, and so does the spelling [E19]', async () => {
  const [token = ''] = await links.sign(email_id, [{ path: 'c', target }]);
  const bytes = Buffer.from(token, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, await links.read('c', changed.toString('base64url'))]).toEqual([bit, null]);
  }
  const others = [
    `${token}=`,
    `${token}A`,
    token.slice(0, -1),
    ` ${token}`,
    token.replace(/[-_]/, '+'),
    '',
    'a',
  ];
  for (const other of others) if (other !== token) expect(await links.read('c', other)).toBeNull();
});

test('whatever is given, it is refused and nothing is thrown [E19]', async () => {
  const given = fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary', maxLength: 20_000 }));
  await fc.assert(
    fc.asyncProperty(given, async (token) => {
      expect(await links.read('c', token)).toBeNull();
    }),
  );
});
