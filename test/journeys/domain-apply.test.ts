import { randomBytes } from 'node:crypto';
import { delivered, verdictOf } from '../support/dkim-verdict.ts';
import { localZone } from '../support/dns.ts';
import { until } from '../support/until.ts';
import { type Call, newCustomer, send, withStatus } from './world.ts';

jest.setTimeout(120_000);

type Shown = {
  status: string;
  dkim_selector: string;
  dns_host: unknown;
  dkim_rotation: { status: string } | null;
  records: { note: string | null }[];
};

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
  await changesItsKey(call, { name, credentials, current: domain.dkim_selector });
});

/** N26, N27: apply writes the record of a new key, too; from then on the deployed worker signs with the current key itself. */
async function changesItsKey(
  call: Call,
  { name, credentials, current }: { name: string; credentials: object; current: string },
): Promise<void> {
  expect((await call('POST', `/domains/${name}/rotate-dkim`)).status).toBe(200);
  const applied = await call('POST', `/domains/${name}`, { body: { action: 'apply', credentials } });
  expect([applied.status, applied.body.applied]).toEqual([200, 1]);
  const isSwitching = async () => {
    const { dkim_rotation } = (await call('GET', `/domains/${name}`)).body.domain as Shown;
    return dkim_rotation?.status === 'switching' || undefined;
  };
  await until(isSwitching, { what: `${name} changes its key`, within_ms: 60_000 });
  // A worker's view of a domain is up to 5 s old.
  const bySelf = async () => {
    const to = `rotate-${Date.now()}@acme.test`;
    const id = await send(call, { from: `hello@${name}`, to, subject: 'signed', text: 'by both' });
    await withStatus(call, id, 'delivered');
    const { signatures } = await verdictOf(await delivered(to));
    return signatures.length === 2 ? signatures : undefined;
  };
  expect(await until(bySelf, { what: 'a signature of ours', within_ms: 30_000 })).toEqual([
    { selector: current, verified: true },
    { selector: current, verified: true },
  ]);
}
