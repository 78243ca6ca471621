import { cfServers, hostedWorld } from '../support/apply-world.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

const others = ['eve.ns.cloudflare.com', 'sam.ns.cloudflare.com'];
const pending = { id: 'z-pending', status: 'pending', name_servers: others };
const live = { status: 'active', name_servers: cfServers.map((server) => server.toUpperCase()) };

/** DNS has the name servers in `cfServers`. */
test.each([
  ['the zone whose name servers are in DNS is written', [pending, { id: 'z-live', ...live }], 'z-live'],
  ['an inactive zone whose name servers are not in DNS is zone_not_found', [pending], null],
  [
    'an active zone is written, even if its name servers are not in DNS',
    [
      { id: 'z-moved', status: 'moved', name_servers: others },
      { id: 'z1', status: 'active', name_servers: others },
    ],
    'z1',
  ],
])('of a name’s zones at Cloudflare, %s [A49]', async (_what, zones, written) => {
  const { name, host, apply } = await hostedWorld('cloudflare');
  const body = { success: true, errors: [], result: zones.map((zone) => ({ ...zone, name })) };
  host.faults.push({ when: /^GET \/zones\?/, reply: { status: 200, body } });
  const answer = await apply();
  const writes = host.seen.filter((call) => call.startsWith('POST')).map((call) => call.split('/')[2]);
  expect([...new Set(writes)]).toEqual(written === null ? [] : [written]);
  expect([answer.status, answer.body.applied, answer.body.error?.details]).toEqual(
    written === null
      ? [400, undefined, { provider: 'cloudflare', reason: 'zone_not_found' }]
      : [200, 5, undefined],
  );
});
