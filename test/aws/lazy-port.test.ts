import { once } from '../../shared/aws/lazy-port.ts';

test('what could not be made is made at the next call, and then kept', async () => {
  let calls = 0;
  const secret = once(async () => {
    if (++calls === 1) throw new Error('throttled');
    return 's3cret';
  });
  await expect(secret()).rejects.toThrow('throttled');
  expect([await secret(), await secret(), calls]).toEqual(['s3cret', 's3cret', 2]);
});
