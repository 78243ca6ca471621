import { testContext } from '../support/api.ts';

test('making and removing a schedule say whether there was one [E8]', async () => {
  const { scheduler, runtime } = testContext();
  const id = runtime.id('msg');
  expect(await scheduler.remove(id)).toBe(false);
  const at = Math.ceil(runtime.now() / 1000) * 1000 + 86_400_000;
  const put = () => scheduler.put({ id, account: runtime.id('acc') }, at);
  expect({ first: await put(), again: await put() }).toEqual({ first: false, again: true });
  expect(await scheduler.remove(id)).toBe(true);
  expect(await scheduler.remove(id)).toBe(false);
});
