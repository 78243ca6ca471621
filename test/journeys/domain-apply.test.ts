import { randomBytes } from 'node:crypto';
import {
  GetTenantCommand,
  SESv2Client,
  UpdateReputationEntityCustomerManagedStatusCommand,
} from '@aws-sdk/client-sesv2';
import { delivered, verdictOf } from '../support/dkim-verdict.ts';
import { localZone } from '../support/dns.ts';
import { cloudKeys, environment } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { type Call, type Customer, handedToSes, newCustomer, send, withStatus } from './world.ts';

type Shown = {
  status: string;
  dkim_selector: string;
  dns_host: unknown;
  dkim_rotation: { status: string } | null;
  records: { note: string | null }[];
};

test('a domain goes from POST to verified by apply to Route 53 alone, its mail is signed with the published key, and waits while SES pauses its tenant (P43) [A18, A14]', async () => {
  const customer = await newCustomer();
  const { call } = customer;
  const name = `a${randomBytes(6).toString('hex')}.test`;
  await localZone(name);
  const made = await call('POST', '/domains', { body: { name } });
  expect(made.status).toBe(201);
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = cloudKeys();
  const credentials = { access_key_id, secret_access_key };
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
  await waitsWhilePaused({ ...customer, domain: name });
  await changesItsKey(call, { name, credentials, current: domain.dkim_selector });
});

/** P43: while SES pauses this account's tenant, its mail waits and another account's mail is sent. */
async function waitsWhilePaused(customer: Customer): Promise<void> {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_SESV2: endpoint = '' } = environment();
  const credentials = cloudKeys();
  const ses = new SESv2Client({ region, endpoint, credentials });
  const { Tenant } = await ses.send(new GetTenantCommand({ TenantName: customer.account_id }));
  const turn = (SendingStatus: 'DISABLED' | 'REINSTATED') =>
    ses.send(
      new UpdateReputationEntityCustomerManagedStatusCommand({
        ReputationEntityType: 'RESOURCE',
        ReputationEntityReference: Tenant?.TenantArn,
        SendingStatus,
      }),
    );
  const mail = ({ call, domain }: Customer) =>
    send(call, { from: `a@${domain}`, to: 'success@simulator.example.net', subject: 's', text: 't' });
  const isHanded = async (email_id: string) => (await handedToSes({ email_id })).length > 0 || undefined;
  const healthy = await newCustomer();
  await turn('DISABLED');
  const held = await mail(customer);
  const sent = await mail(healthy);
  await until(() => isHanded(sent), { what: 'the mail of the other account at SES' });
  expect(await isHanded(held)).toBeUndefined();
  expect((await customer.call('GET', `/emails/${held}`)).body.email).toMatchObject({ status: 'queued' });
  await turn('REINSTATED');
  await until(() => isHanded(held), { within_ms: 90_000, what: 'the mail that waited at SES' });
}

/**
 * N26, N27: apply also writes a new key's record. From then on, the deployed worker signs with the current key
 * itself.
 */
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
