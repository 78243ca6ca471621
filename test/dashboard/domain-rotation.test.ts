import { fieldsOf, signIn } from '../support/browser.ts';
import { publish } from '../support/dns.ts';
import { domainWorld, minute } from '../support/domain-world.ts';

test('the key of a domain is changed: confirmed, its record shown, done, and given up [N26-N28, D24]', async () => {
  const { ctx, account, name, create, runTasks, zone, advance, verify, nextCheck, get } = await domainWorld();
  const made = await create();
  const browser = await signIn(ctx, account);
  const own = { account: account.id };
  const path = `/domains/${made.id}/rotate-dkim`;
  expect((await browser.get(`/domains/${name}`)).text).not.toContain(path);
  const early = await browser.post(path, own);
  expect({ status: early.status, neverVerified: early.text.includes('was never verified') }).toEqual({
    status: 409,
    neverVerified: true,
  });
  await runTasks();
  await publish(zone, made);
  advance(11_000);
  await verify();
  expect((await browser.get(`/domains/${name}`)).text).toContain(`href="${path}"`);
  const asked = await browser.get(path);
  expect([asked.status, asked.text.includes('Create new key')]).toEqual([200, true]);
  const request = fieldsOf(asked.text).request ?? '';
  expect((await browser.post(path, { ...own, request })).location).toBe(`/domains/${made.id}?done=rotating`);
  const begun = await get();
  const { selector } = begun.dkim_rotation ?? {};
  const shown = (await browser.get(`/domains/${name}`)).text;
  expect([
    shown.includes(`${selector}._domainkey.${name}`),
    shown.includes('Publish the dkim_next record'),
  ]).toEqual([true, true]);
  expect((await browser.post(`${path}/cancel`, own)).location).toBe(`/domains/${made.id}?done=kept`);
  expect((await browser.get(`/domains/${name}`)).text).toContain('The rotation was canceled.');
  expect((await browser.post(path, own)).status).toBe(303);
  await publish(zone, await get());
  await nextCheck();
  advance(2 * minute);
  await nextCheck();
  const after = (await browser.get(`/domains/${name}`)).text;
  expect([after.includes('dkim_retired'), after.includes('Remove the old record after')]).toEqual([
    true,
    true,
  ]);
  expect((await browser.post(`${path}/cancel`, own)).status).toBe(409);
  const support = await signIn(ctx, account, 'support');
  expect((await support.post(path, own)).status).toBe(403);
}, 60_000);
