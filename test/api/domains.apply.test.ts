import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import {
  aws,
  cfServers,
  doServers,
  hostedWorld,
  results,
  applyWorld as setUp,
  unchanged,
  written,
} from '../support/apply-world.ts';
import { localZone, notifyDns, publish } from '../support/dns.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

describe('Route 53', () => {
  test('from POST to verified by apply alone, and a second apply changes nothing [A18]', async () => {
    const { ctx, apply, call, name, queued, advance } = await setUp();
    await localZone(name);
    const first = await apply({ credentials: aws });
    expect([first.status, first.body.error]).toEqual([200, undefined]);
    expect({
      applied: first.body.applied,
      results: results(first.plan),
      checked: first.plan.checked,
    }).toEqual({ applied: 5, results: written, checked: true });
    expect(queued.filter(({ message }) => message.now).map(({ delay_s }) => delay_s)).toEqual([
      0, 10, 30, 60, 120,
    ]);
    await notifyDns();
    for (const { message } of queued.splice(0, 2)) await runDomainTask(ctx, message);
    advance(10_000);
    await runDomainTask(ctx, queued[0]?.message as DomainMessage);
    const { domain } = (await call('GET', `/domains/${name}`)).body as { domain: DomainRecord };
    expect([domain.status, domain.dns_host]).toEqual([
      'verified',
      { provider: 'route53', apply: true, credentials: 'none' },
    ]);
    const second = await apply({ credentials: aws });
    expect([second.body.applied, results(second.plan)]).toEqual([0, unchanged]);
  });

  test('SPF is merged into the one record, and every other value, its order and TTL stay [A17, A50]', async () => {
    const { apply, name } = await setUp();
    const zone = await localZone(name);
    const others = ['google-site-verification=abc', 'say \\"hi\\"'];
    await zone.set(name, 'TXT', [others[0] ?? '', 'v=spf1 include:other.test -all', others[1] ?? '']);
    await zone.set(`_service.${name}`, 'TXT', ['service-verification=of-another-account']);
    const { by, body } = await apply({ credentials: aws });
    expect(body.applied).toBe(5);
    expect(by.spf).toMatchObject({
      action: 'update',
      result: 'written',
      value: 'v=spf1 include:other.test include:spf.mailwright.test -all',
      current: 'v=spf1 include:other.test -all',
    });
    expect(await zone.get(name, 'TXT')).toEqual([
      '"google-site-verification=abc"',
      '"v=spf1 include:other.test include:spf.mailwright.test -all"',
      '"say \\"hi\\""',
    ]);
    expect((await zone.get(`_service.${name}`, 'TXT')).length).toBe(2);
  });

  test('of two SPF records none is changed, and the other records are written [A17]', async () => {
    const { apply, name } = await setUp();
    const zone = await localZone(name);
    await zone.set(name, 'TXT', ['v=spf1 include:a.test -all', 'v=spf1 mx ~all']);
    const { by, body, status } = await apply({ credentials: aws });
    expect([status, body.applied]).toEqual([200, 4]);
    expect(by.spf).toMatchObject({
      action: 'update',
      result: 'failed',
      value: 'v=spf1 include:a.test mx include:spf.mailwright.test -all',
      note: 'remove the other SPF record(s), then apply again',
    });
    expect(await zone.get(name, 'TXT')).toEqual(['"v=spf1 include:a.test -all"', '"v=spf1 mx ~all"']);
  });

  test.each([
    ['a first SPF record', []],
    ['another SPF record in place of the old one', ['v=spf1 mx -all']],
  ])(
    '%s that is published between the plan and the write stays the only one [A17, A50]',
    async (_, before) => {
      const { apply, name, ctx } = await setUp();
      const zone = await localZone(name);
      if (before.length > 0) await zone.set(name, 'TXT', before);
      const { open } = ctx.dns_hosts;
      ctx.dns_hosts = {
        open: async (...asked) => {
          const opened = await open(...asked);
          const write: typeof opened.write = async (changes) => {
            if (changes.some(({ host }) => host === name)) await zone.set(name, 'TXT', ['v=spf1 a -all']);
            return opened.write(changes);
          };
          return { ...opened, write };
        },
      };
      const { by, body } = await apply({ credentials: aws });
      expect([body.applied, by.spf?.result]).toEqual([4, 'failed']);
      expect(by.spf?.message).toBe(`${name} was changed by someone else at the same time. Try again.`);
      expect(await zone.get(name, 'TXT')).toEqual(['"v=spf1 a -all"']);
    },
  );

  test('of concurrent applies each record is written once [A50]', async () => {
    const { apply, name, wanted } = await setUp();
    const zone = await localZone(name);
    await zone.set(name, 'TXT', ['other=1']);
    const answers = await Promise.all(Array.from({ length: 4 }, () => apply({ credentials: aws })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await zone.get(name, 'TXT')).toEqual(['"other=1"', `"${wanted('spf')}"`]);
  });

  test('a CNAME of others, or other records, at a name fail that record alone [A18]', async () => {
    const { apply, name } = await setUp();
    const zone = await localZone(name);
    await zone.set(`rp.${name}`, 'A', ['192.0.2.7']);
    await zone.set(`_dmarc.${name}`, 'CNAME', ['dmarc.other.test']);
    const { by, body } = await apply({ credentials: aws });
    expect(body.applied).toBe(3);
    expect(by.return_path).toMatchObject({
      result: 'failed',
      message: 'a CNAME cannot coexist with other records',
    });
    expect(by.dmarc).toMatchObject({
      result: 'failed',
      message: expect.stringContaining('is a CNAME to dmarc.other.test'),
    });
    expect(await zone.get(`rp.${name}`, 'A')).toEqual(['192.0.2.7']);
  });

  test('no public zone of these credentials is 400 zone_not_found [A49]', async () => {
    const { apply, name, hostedBy } = await setUp();
    hostedBy(['ns-1.awsdns-1.com', 'ns-2.awsdns-2.net']);
    const answer = await apply({ credentials: aws });
    expect([answer.status, answer.body.error?.details]).toEqual([
      400,
      { provider: 'route53', reason: 'zone_not_found' },
    ]);
    expect(name).toBeDefined();
  });
});

test('dry_run plans by live DNS, needs neither host nor credentials, and writes nothing [A18, M34]', async () => {
  const { apply, name, made, queued, ctx } = await setUp();
  const zone = await localZone(name);
  queued.length = 0;
  const nothing = await apply({ dry_run: true });
  expect({ status: nothing.status, applied: nothing.body.applied, checked: nothing.plan.checked }).toEqual({
    status: 200,
    applied: 0,
    checked: true,
  });
  expect(results(nothing.plan)).toEqual(written.map(([purpose, action]) => [purpose, action, null]));
  await publish(zone, made, ['spf']);
  await zone.set(name, 'TXT', ['v=spf1 mx -all']);
  const { plan, by } = await apply({ dry_run: true });
  expect(plan.changes.map(({ action }) => action)).toEqual(['done', 'done', 'done', 'update', 'keep']);
  expect(by.spf).toMatchObject({ current: 'v=spf1 mx -all', note: null, message: null });
  expect(await zone.get(name, 'TXT')).toEqual(['"v=spf1 mx -all"']);
  expect(queued).toEqual([]);
  ctx.dns = { ...ctx.dns, ask: async () => null };
  const unread = await apply({ dry_run: true });
  expect(unread.plan.checked).toBe(false);
  for (const { action, current, note } of unread.plan.changes)
    expect([action, current, note]).toEqual([
      'add',
      null,
      'DNS could not be read: compare with your current records before you publish',
    ]);
});

test('where the organizational domain does not answer for its DMARC record, none is written below it [M35, A67]', async () => {
  const { ctx, apply, call, name } = await setUp();
  const sub = `mail.${name}`;
  await localZone(name);
  await call('POST', '/domains', { body: { name: sub } });
  const { ask } = ctx.dns;
  ctx.dns = {
    ...ctx.dns,
    ask: async (type, host) => (host === `_dmarc.${name}` ? null : ask(type, host)),
  };
  expect((await apply({ dry_run: true }, sub)).plan.checked).toBe(false);
  const { body, by } = await apply({ credentials: aws }, sub);
  expect([body.applied, by.dmarc?.result]).toEqual([4, 'failed']);
  expect(by.dmarc?.message).toContain(`_dmarc.${name}, which may cover this domain, could not be read`);
});

test.each([
  [['ns1.domaincontrol.com', 'ns2.domaincontrol.com'], {}, 'GoDaddy'],
  [['ada.ns.cloudflare.com', 'ns1.digitalocean.com'], {}, null],
  [['ns.own.test'], {}, null],
  [cfServers, { provider: 'godaddy' }, 'godaddy'],
])(
  'a host that nothing is written through is 400 with its name: %j %j [A49]',
  async (servers, body, provider) => {
    const { apply, hostedBy } = await setUp();
    hostedBy(servers);
    const answer = await apply({ credentials: { api_token: 'x' }, ...body });
    expect([answer.status, answer.body.error?.details]).toEqual([400, { provider }]);
  },
);

test('a named host is used as named, with a note where the name servers differ [A49]', async () => {
  const { name, apply, hostedBy } = await hostedWorld('cloudflare');
  hostedBy(doServers);
  const credentials = { api_token: 'cf-token', access_key_id: null, secret_access_key: null };
  const { by } = await apply({ provider: 'cloudflare', credentials });
  expect(by.ownership).toMatchObject({
    result: 'written',
    note: `the name servers for ${name} do not belong to cloudflare`,
  });
});

test.each([
  [{ credentials: {} }, 'credentials'],
  [{ credentials: { access_key_id: 'x' } }, 'credentials'],
  [{ credentials: { api_token: 'a b' } }, 'credentials.api_token'],
  [{ credentials: { api_token: 'x', access_key_id: 'y', secret_access_key: 'z' } }, 'credentials'],
  [{ credentials: 'token' }, 'credentials'],
  [{ provider: 7 }, 'provider'],
  [{ dry_run: 'yes' }, 'dry_run'],
  [{ provider: 'route53', credentials: { api_token: 'x' } }, 'credentials.access_key_id'],
  [{ provider: 'cloudflare', credentials: aws }, 'credentials.api_token'],
])('%j is 400 at %s [H24]', async (body, path) => {
  const { apply } = await setUp();
  const answer = await apply(body);
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
  expect(answer.body.error?.details?.issues).toMatchObject([{ path }]);
});

test('of a domain that receives ownership is written first, and the MX once it is verified [A30]', async () => {
  const { apply, call, name, advance } = await setUp();
  const zone = await localZone(name);
  const receiving = `in.${name}`;
  await call('POST', '/domains', { body: { name: receiving, inbound_enabled: true } });
  const first = await apply({ credentials: aws }, receiving);
  expect(results(first.plan)).toEqual([
    ['ownership', 'add', 'written'],
    ['inbound_mx', 'add', 'failed'],
  ]);
  await notifyDns();
  advance(11_000);
  await call('POST', `/domains/${receiving}`, { body: { action: 'verify' } });
  expect((await apply({ credentials: aws }, receiving)).by.inbound_mx).toMatchObject({ result: 'written' });
  expect(await zone.get(receiving, 'MX')).toEqual(['10 inbound.mailwright.test.']);
});
