import { cfServers, applyWorld as setUp } from '../support/apply-world.ts';
import { fakeCloudflare, hostsAt } from '../support/dns-hosts.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

const others = ['eve.ns.cloudflare.com', 'sam.ns.cloudflare.com'];

/** What apply does where Cloudflare has these zones of the domain's name, and DNS the servers of `cfServers`. */
async function applyWith(zones: { id: string; status: string; name_servers: string[] }[]) {
  const { ctx, name, apply, hostedBy } = await setUp();
  const host = await fakeCloudflare(name);
  ctx.dns_hosts = hostsAt({ cloudflare: host.url }).dns_hosts;
  hostedBy(cfServers);
  const body = { success: true, errors: [], result: zones.map((zone) => ({ ...zone, name })) };
  host.faults.push({ when: /^GET \/zones\?/, reply: { status: 200, body } });
  const answer = await apply({ credentials: { api_token: 'cf-token' } });
  const written = host.seen.filter((call) => call.startsWith('POST'));
  return { answer, zones: [...new Set(written.map((call) => call.split('/')[2]))] };
}

test('of several zones at Cloudflare the one is written whose name servers DNS has [A49]', async () => {
  const { answer, zones } = await applyWith([
    { id: 'z-pending', status: 'pending', name_servers: others },
    { id: 'z-live', status: 'active', name_servers: cfServers.map((server) => server.toUpperCase()) },
  ]);
  expect([answer.status, answer.body.applied, zones]).toEqual([200, 5, ['z-live']]);
});

test('a zone at Cloudflare that is not active and that DNS does not point at is zone_not_found [A49]', async () => {
  const { answer, zones } = await applyWith([{ id: 'z1', status: 'pending', name_servers: others }]);
  expect([answer.status, answer.body.error?.details, zones]).toEqual([
    400,
    { provider: 'cloudflare', reason: 'zone_not_found' },
    [],
  ]);
});

test('an active zone at Cloudflare counts under name servers of its own [A49]', async () => {
  const { answer, zones } = await applyWith([
    { id: 'z-moved', status: 'moved', name_servers: others },
    { id: 'z1', status: 'active', name_servers: others },
  ]);
  expect([answer.status, answer.body.applied, zones]).toEqual([200, 5, ['z1']]);
});
