import { emailRoutes } from '../../functions/emails/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { applyWorld, aws } from '../support/apply-world.ts';
import { fieldsOf, markedIn, signIn } from '../support/browser.ts';
import { claimWorld } from '../support/claim-world.ts';
import { localZone, notifyDns } from '../support/dns.ts';

test('changes are shown, refused with the form again, and written with credentials that no page shows [A18, D24]', async () => {
  const { ctx, account, name } = await applyWorld();
  const zone = await localZone(name);
  const browser = await signIn(ctx, account);
  const own = { account: account.id };
  const { status, text } = await browser.get(`/domains/${name}/apply`);
  expect({ status, dkim: text.includes('_domainkey'), dmarc: text.includes('v=DMARC1') }).toEqual({
    status: 200,
    dkim: true,
    dmarc: true,
  });
  const half = await browser.post(`/domains/${name}/apply`, {
    ...own,
    provider: 'route53',
    access_key_id: 'AKIAONLY',
  });
  expect([half.status, markedIn(half.text)]).toEqual([400, ['api_token']]);
  const form = { ...own, provider: 'route53', ...aws, save_credentials: 'true' };
  const done = await browser.post(`/domains/${name}/apply`, form);
  expect(done.location).toBe(`/domains/${name}?done=applied`);
  expect(await zone.get(`_dmarc.${name}`, 'TXT')).toHaveLength(1);
  const again = (await browser.get(`/domains/${name}/apply`)).text;
  expect([again.includes('Delete stored credentials'), fieldsOf(again).secret_access_key]).toEqual([
    true,
    '',
  ]);
  expect((await browser.post(`/domains/${name}/forget`, own)).location).toBe(
    `/domains/${name}?done=forgotten`,
  );
  expect((await browser.get(`/domains/${name}/apply`)).text).not.toContain('Delete stored credentials');
  const support = await signIn(ctx, account, 'support');
  expect((await support.get(`/domains/${name}/apply`)).status).toBe(403);
});

test('the records of a domain show what DNS has, and what is to be done [D24]', async () => {
  const { ctx, account, name, advance } = await applyWorld();
  const zone = await localZone(name);
  await zone.set(name, 'TXT', ['v=spf1 include:other.test -all']);
  await notifyDns();
  advance(11_000);
  const browser = await signIn(ctx, account);
  await browser.post(`/domains/${name}/verify`, { account: account.id });
  const { text } = await browser.get(`/domains/${name}`);
  expect(text).toContain('<div><bdi>v=spf1 include:other.test -all</bdi></div>');
  expect(text).toContain('The SPF record does not include spf.mailwright.test: change it to');
  expect(text).toContain('<span class="status bad">mismatch</span>');
  expect(text).toMatch(/class="title">Fix \d required records/);
});

/** What the buttons of a page copy, by their names. */
const copiedIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<(code|details)[^>]* data-copy="([^"]+)"[^>]*>([\s\S]*?)<\/\1>/g)].map(
      ([, , name = '', inner = '']) => [
        name,
        (/<code class="full">([\s\S]*?)<\/code>/.exec(inner)?.[1] ?? inner).replace(/<[^>]+>/g, ''),
      ],
    ),
  );

test('a new domain begins with its next step, and offers each name and whole value to copy [D24, D28]', async () => {
  const { ctx, account, name, made } = await applyWorld();
  const browser = await signIn(ctx, account);
  const { text } = await browser.get(`/domains/${name}`);
  const [next = ''] = /<section class="banner wait"[\s\S]*?<\/section>/.exec(text) ?? [];
  expect(next).toMatch(/Publish|Waiting for the next check/);
  const copied = copiedIn(text);
  for (const { host, value } of made.records)
    expect(Object.values(copied)).toEqual(expect.arrayContaining([host, value]));
  expect(text).toMatch(/<summary><code><bdi>v=DKIM1[^<]{20,60}…<\/bdi>/);
  for (const host of [
    'Cloudflare',
    'Route 53',
    'GoDaddy',
    'Namecheap',
    'Squarespace',
    'IONOS',
    'OVH',
    'Gandi',
    'Hetzner',
    'DigitalOcean',
  ])
    expect(text).toContain(host);
  const support = await signIn(ctx, account, 'support');
  const seen = (await support.get(`/domains/${name}`)).text;
  // Support has no "Check now" button, so no text mentions it.
  expect([seen.includes('Check now'), seen.includes('class="banner wait"')]).toEqual([false, true]);
});

test('a domain of another account is claimed, its record shown and looked for [A19, D24]', async () => {
  const { ctx, other, name } = await claimWorld();
  const browser = await signIn(ctx, other.account);
  const own = { account: other.account.id };
  const taken = await browser.post('/domains/new', { ...own, name });
  expect({
    status: taken.status,
    claimLink: taken.text.includes(`/domains/claims/new?name=${name}`),
  }).toEqual({ status: 409, claimLink: true });
  const made = await browser.post('/domains/claims/new', { ...own, name });
  const path = made.location?.replace(/\?.*/, '') ?? '';
  const { text } = await browser.get(path);
  expect({ record: text.includes(`_service-claim.${name}`), pending: text.includes('pending') }).toEqual({
    record: true,
    pending: true,
  });
  expect((await browser.post(`${path}/verify`, own)).location).toBe(`${path}?done=looked`);
  expect((await browser.post('/domains/claims/new', { ...own, name: 'no domain' })).status).toBe(400);
  expect((await browser.get('/domains/claims/clm_00000000000000000000000000')).status).toBe(404);
});

test('a domain from which emails are scheduled is not deleted by its name alone, and is where they are cancelled [A46, D31]', async () => {
  const ctx = testContext();
  const { account, api_key, domain: name } = await freshAccount(ctx);
  const scheduled_at = new Date(ctx.runtime.now() + 3_600_000).toISOString();
  const email = { from: `a@${name}`, to: 'b@acme.test', subject: 's', text: 't', scheduled_at };
  await inProcess(ctx, emailRoutes, api_key)('POST', '/emails', { body: email });
  const browser = await signIn(ctx, account);
  const form = { account: account.id, confirm: name };
  const refused = await browser.post(`/domains/${name}/delete`, form);
  expect({ status: refused.status, used: refused.text.includes('A scheduled email uses') }).toEqual({
    status: 409,
    used: true,
  });
  const fields = fieldsOf(refused.text);
  expect(fields).toMatchObject({ confirm: name, force: '' });
  const done = await browser.post(`/domains/${name}/delete`, { ...fields, force: 'true' });
  expect(done.location).toBe('/domains?done=deleted');
});

test('settings of a domain that are refused come back as they were chosen [D31]', async () => {
  const { ctx, account, name } = await applyWorld();
  const chosen = { open_tracking: 'true', click_tracking: 'false', tls_mode: 'none' };
  const browser = await signIn(ctx, account);
  const { status, text } = await browser.post(`/domains/${name}/save`, { account: account.id, ...chosen });
  const kept = { open_tracking: 'true', click_tracking: 'false' };
  expect([status, fieldsOf(text)]).toEqual([400, expect.objectContaining(kept)]);
});
