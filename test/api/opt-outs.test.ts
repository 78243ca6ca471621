import type { OptOut } from '../../shared/core/records/lists.ts';
import { testContext } from '../support/api.ts';
import { listAccount } from '../support/lists.ts';

const ctx = testContext();
const setUp = () => listAccount(ctx);

test('GET and DELETE /opt-outs [H26]', async () => {
  const { call, list, optOut } = await setUp();
  const one = await optOut('a@x.example', 'product');
  const two = await optOut('a@x.example', 'newsletter');
  const three = await optOut('b@x.example', 'product');
  const shown = (entry: OptOut) => {
    const { source: _source, ...rest } = entry;
    return rest;
  };
  const listed = async (query = '') => (await call('GET', `/opt-outs${query}`)).body.opt_outs;
  expect(await listed()).toEqual([three, two, one].map(shown));
  expect(await listed('?email=A@x.example')).toEqual([two, one].map(shown));
  expect(await listed('?category=product')).toEqual([three, one].map(shown));
  const gone = await call('DELETE', '/opt-outs?email=a@x.example&category=product');
  expect([gone.status, gone.body]).toEqual([200, { ok: true }]);
  expect(await listed()).toEqual([three, two].map(shown));
  expect((await ctx.suppressions.readStates(list, ['a@x.example']))[0]?.opt_outs).toEqual([two]);
  expect((await call('DELETE', '/opt-outs?email=a@x.example&category=newsletter')).status).toBe(200);
  expect(await listed()).toEqual([shown(three)]);
});
