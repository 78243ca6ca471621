import { testContext } from '../support/api.ts';

test('E8: to remove a schedule says whether there was one', async () => {
  const { scheduler, runtime } = testContext();
  const id = runtime.id('msg');
  expect(await scheduler.remove(id)).toBe(false);
  const at = Math.ceil(runtime.now() / 1000) * 1000 + 86_400_000;
  await scheduler.put({ id, account: runtime.id('acc') }, at);
  expect(await scheduler.remove(id)).toBe(true);
  expect(await scheduler.remove(id)).toBe(false);
});
