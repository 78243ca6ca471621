import { randomBytes } from 'node:crypto';
import { delivered, verdictOf } from '../support/dkim-verdict.ts';
import { localZone } from '../support/dns.ts';
import { until } from '../support/until.ts';
import { newCustomer, send, withStatus } from './world.ts';

jest.setTimeout(120_000);

type Shown = { status: string; dkim_selector: string; dns_host: unknown; records: { note: string | null }[] };

test('A18, A14: a domain goes from POST to verified by apply to Route 53 alone, and its mail is signed with the published key', async () => {
  const { call } = await newCustomer();
  const name = `a${randomBytes(6).toString('hex')}.test`;
  await localZone(name);
  const made = await call('POST', '/domains', { body: { name } });
  expect(made.status).toBe(201);
  const credentials = { access_key_id: 'test', secret_access_key: 'test' };
  const applied = await call('POST', `/domains/${name}`, { body: { action: 'apply', credentials } });
  expect([applied.status, applied.body.applied]).toEqual([200, 5]);
  const domain = await until(
    async () => {
      const shown = (await call('GET', `/domains/${name}`)).body.domain as Shown;
      return shown.status === 'verified' ? shown : undefined;
    },
    { what: `${name} is verified`, within_ms: 90_000 },
  );
  expect(domain.dns_host).toEqual({ provider: 'route53', apply: true, credentials: 'none' });
  const to = `apply-${Date.now()}@acme.test`;
  const id = await send(call, { from: `hello@${name}`, to, subject: 'signed', text: 'by its own key' });
  await withStatus(call, id, 'delivered');
  const message = await delivered(to);
  expect(await verdictOf(message)).toMatchObject({ verified: true, domain: name });
  expect(message.toString('latin1')).toMatch(new RegExp(`\\bs=${domain.dkim_selector}\\b`));
});
