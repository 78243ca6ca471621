import { applyWorld, aws } from '../support/apply-world.ts';
import { elementsOf, fieldsOf, signIn } from '../support/browser.ts';
import { claimWorld } from '../support/claim-world.ts';
import { localZone } from '../support/dns.ts';

test('A18, D24: changes are shown, refused with the form again, and written with credentials that no page shows', async () => {
  const { ctx, account, name } = await applyWorld();
  const zone = await localZone(name);
  const browser = await signIn(ctx, account);
  const own = { account: account.id };
  const { status, text } = await browser.get(`/domains/${name}/apply`);
  expect([status, text.includes('_domainkey'), text.includes('v=DMARC1')]).toEqual([200, true, true]);
  const half = await browser.post(`/domains/${name}/apply`, {
    ...own,
    provider: 'route53',
    access_key_id: 'AKIAONLY',
  });
  const invalid = elementsOf(half.text).filter(({ attributes }) => attributes['aria-invalid']);
  expect([half.status, invalid.map(({ attributes }) => attributes.id)]).toEqual([400, ['api_token']]);
  const form = { ...own, provider: 'route53', ...aws, save_credentials: 'true' };
  const done = await browser.post(`/domains/${name}/apply`, form);
  expect(done.location).toBe(`/domains/${name}?done=applied`);
  expect(await zone.get(`_dmarc.${name}`, 'TXT')).toHaveLength(1);
  const again = (await browser.get(`/domains/${name}/apply`)).text;
  expect([again.includes('Forget stored credentials'), fieldsOf(again).secret_access_key]).toEqual([
    true,
    '',
  ]);
  expect((await browser.post(`/domains/${name}/forget`, own)).location).toBe(
    `/domains/${name}?done=forgotten`,
  );
  expect((await browser.get(`/domains/${name}/apply`)).text).not.toContain('Forget stored credentials');
  const support = await signIn(ctx, account, 'support');
  expect((await support.get(`/domains/${name}/apply`)).status).toBe(403);
});

test('A19, D24: a domain of another account is claimed, its record shown and looked for', async () => {
  const { ctx, other, name } = await claimWorld();
  const browser = await signIn(ctx, other.account);
  const own = { account: other.account.id };
  const taken = await browser.post('/domains/new', { ...own, name });
  expect([taken.status, taken.text.includes(`/domains/claims/new?name=${name}`)]).toEqual([409, true]);
  const made = await browser.post('/domains/claims/new', { ...own, name });
  const path = made.location?.replace(/\?.*/, '') ?? '';
  const { text } = await browser.get(path);
  expect([text.includes(`_service-claim.${name}`), text.includes('pending')]).toEqual([true, true]);
  expect((await browser.post(`${path}/verify`, own)).location).toBe(`${path}?done=looked`);
  expect((await browser.post('/domains/claims/new', { ...own, name: 'no domain' })).status).toBe(400);
  expect((await browser.get('/domains/claims/clm_00000000000000000000000000')).status).toBe(404);
});

test('D31: settings of a domain that are refused come back as they were chosen', async () => {
  const { ctx, account, name } = await applyWorld();
  const chosen = { open_tracking: 'true', click_tracking: 'false', tls_mode: 'none' };
  const browser = await signIn(ctx, account);
  const { status, text } = await browser.post(`/domains/${name}/save`, { account: account.id, ...chosen });
  const kept = { open_tracking: 'true', click_tracking: 'false' };
  expect([status, fieldsOf(text)]).toEqual([400, expect.objectContaining(kept)]);
});
