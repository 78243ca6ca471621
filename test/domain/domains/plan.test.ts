import type { HostRecord } from '../../../shared/core/dns-host.ts';
import type { DnsRecord } from '../../../shared/core/records/domains.ts';
import { planRecord } from '../../../shared/domain/domains/apply/plan.ts';

const host = 'rp.acme.test';
const wanted = 'v=spf1 include:amazonses.com ~all';
const record = { purpose: 'return_path', type: 'TXT', host, value: wanted, priority: null } as DnsRecord;
const texts = (...values: string[]) =>
  values.map((value) => ({ host, type: 'TXT', value, ttl: 300, locked: null }) as unknown as HostRecord);

const planned = (there: HostRecord[]) =>
  planRecord(record, there, {
    dns: {} as never,
    hosts: { return_path: 'rp.service.test', spf: 'spf.service.test' } as never,
    inherited: { host: 'acme.test', values: [] },
    verified: false,
  });

describe('the TXT record of a return path [A18]', () => {
  test.each([
    ['nothing', [], 'add', null],
    ['other text', ['google-site-verification=1'], 'add', null],
    ['the record', [wanted], 'done', null],
    ['the record in two strings', ['"v=spf1 include:amazonses.com" " ~all"'], 'done', null],
    ['another SPF record', ['v=spf1 -all'], 'update', `${host} has another SPF record: remove it first`],
  ])('where there is %s', async (_, there, action, refused) => {
    expect(await planned(texts(...there))).toMatchObject({ action, refused });
  });
});
