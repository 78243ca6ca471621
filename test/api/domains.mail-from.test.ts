import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { publish } from '../support/dns.ts';
import { domainWorld, hour, minute } from '../support/domain-world.ts';
import { environment } from '../support/environment.ts';
import { until } from '../support/until.ts';

/** A domain with its identity, whose MAIL FROM SES sees through no CNAME until `follow`. */
async function world() {
  const made = await domainWorld();
  const host = `rp.${made.name}`;
  const control = async (unfollowed: boolean) => {
    const url = `${environment().AWS_ENDPOINT_URL_SES}/_control`;
    const answer = await fetch(url, {
      method: 'PUT',
      body: JSON.stringify({ unfollowed: { [host]: unfollowed } }),
    });
    expect(answer.status).toBe(200);
  };
  await control(true);
  const created = await made.create();
  await made.runTasks();
  const verify = async () => {
    made.advance(11_000);
    const { body, domain } = await made.verify();
    expect((await made.get()).records).toEqual(domain.records);
    return { verified: body.verified, domain, path: pathOf(domain) };
  };
  return { ...made, host, created, verify, follow: () => control(false) };
}

const pathOf = ({ records }: DomainRecord) => records.filter(({ purpose }) => purpose === 'return_path');

const pairOf = (host: string) => [
  { type: 'MX', host, value: 'feedback-smtp.us-east-1.amazonses.com', priority: 10 },
  { type: 'TXT', host, value: 'v=spf1 include:amazonses.com -all', priority: null },
];
const cname = { type: 'CNAME', value: 'rp.mailwright.test', priority: null };

test('in the first hour the CNAME stays, with a note, and the domain is verified [A69, A1]', async () => {
  const { created, zone, verify, advance } = await world();
  await publish(zone, created);
  for (const wait of [0, 58 * minute]) {
    advance(wait);
    const { verified, domain, path } = await verify();
    expect({ verified, status: domain.status }).toEqual({ verified: true, status: 'verified' });
    const note = expect.stringMatching(
      /^The CNAME is in DNS, but SES has not recognized it for MAIL FROM yet/,
    );
    expect(path).toEqual([expect.objectContaining({ ...cname, status: 'verified', note })]);
  }
});

test('an hour after a check first saw the CNAME the pair is offered instead of it, and shows what DNS has [A69]', async () => {
  const { created, zone, verify, advance, host } = await world();
  await publish(zone, created);
  await verify();
  advance(hour);
  const { verified, domain, path } = await verify();
  expect({ verified, status: domain.status, records: domain.records.length }).toEqual({
    verified: true,
    status: 'verified',
    records: 6,
  });
  const note = expect.stringContaining('Remove the CNAME, then publish the MX and TXT records');
  const current = ['rp.mailwright.test'];
  expect(path).toMatchObject(pairOf(host).map((one) => ({ ...one, status: 'verified', current, note })));
  expect((await verify()).path).toEqual(path);
});

test('the hour starts at the check that saw the CNAME, not at the domain’s verification, also for scheduled checks [A69]', async () => {
  const { created, zone, verify, advance, nextCheck } = await world();
  await publish(zone, created, ['ownership', 'dkim', 'spf', 'dmarc']);
  expect((await verify()).path).toMatchObject([{ ...cname, status: 'verified' }]);
  advance(hour);
  await publish(zone, created);
  const domain = await nextCheck();
  expect([domain.status, pathOf(domain).map(({ type }) => type)]).toEqual(['verified', ['MX', 'TXT']]);
});

test('a CNAME that was gone begins a new hour; name servers that do not answer begin none [A69]', async () => {
  const { ctx, created, zone, verify, advance, host } = await world();
  await publish(zone, created);
  await verify();
  advance(50 * minute);
  await zone.set(host, 'CNAME', [], ['rp.mailwright.test']);
  expect((await verify()).path).toMatchObject([{ ...cname, status: 'missing' }]);
  await publish(zone, created);
  await verify();
  advance(30 * minute);
  expect((await verify()).path).toHaveLength(1);
  const { dns } = ctx;
  ctx.dns = { ...dns, ask: async () => null };
  expect((await verify()).path).toMatchObject([{ ...cname, status: 'error' }]);
  ctx.dns = dns;
  advance(30 * minute);
  expect((await verify()).path).toHaveLength(2);
});

test('of the pair each record says what DNS has; with both SES sees MAIL FROM, and nothing is left to do [A69]', async () => {
  const { created, zone, verify, advance, host } = await world();
  await publish(zone, created);
  await verify();
  advance(hour);
  const { path } = await verify();
  const [mx, txt] = path;
  await zone.set(host, 'CNAME', [], ['rp.mailwright.test']);
  await zone.set(host, 'MX', [`${mx?.priority} ${mx?.value}`]);
  expect((await verify()).path).toMatchObject([
    {
      ...pairOf(host)[0],
      current: [`10 ${mx?.value}`],
      note: expect.stringContaining('Publish the other one, too'),
    },
    { ...pairOf(host)[1], current: null, note: `There is no TXT record at ${host} yet.` },
  ]);
  await zone.set(host, 'TXT', ['v=spf1 -all']);
  expect((await verify()).path[1]).toMatchObject({
    status: 'mismatch',
    current: ['v=spf1 -all'],
    note: `${host} has v=spf1 -all: SES needs exactly one TXT record there, ${txt?.value}.`,
  });
  await zone.set(host, 'TXT', [String(txt?.value)]);
  const done = await verify();
  expect(done.domain.status).toBe('verified');
  expect(done.path).toMatchObject([
    { ...pairOf(host)[0], status: 'verified', note: null },
    { ...pairOf(host)[1], status: 'verified', note: null },
  ]);
  advance(3 * hour);
  expect((await verify()).path.map(({ type }) => type)).toEqual(['MX', 'TXT']);
});

test('where SES sees MAIL FROM through the CNAME in the end, the CNAME is the record again [A69]', async () => {
  const { created, zone, verify, advance, follow } = await world();
  await publish(zone, created);
  await verify();
  advance(hour);
  expect((await verify()).path).toHaveLength(2);
  await follow();
  // SES's own look at DNS may fail on a busy machine; its next one sees the record.
  const looks = { within_ms: 20_000, what: 'the CNAME instead of the pair' };
  await until(async () => (await verify()).path.length === 1, looks);
  expect((await verify()).path).toMatchObject([{ ...cname, status: 'verified', note: null }]);
});
