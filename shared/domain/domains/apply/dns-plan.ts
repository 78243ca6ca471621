import * as z from 'zod';
import type { HostRecord, HostResult } from '../../../core/dns-host.ts';
import type { Dns } from '../../../core/network.ts';
import type { DnsRecord } from '../../../core/records/domains.ts';
import { recordPurpose, recordType } from '../domain-request.ts';
import { type Around, type Planned, planRecord, unreadPlan } from './plan.ts';

/** One change of a plan. `result` is null if nothing had to be written. */
export const DnsChange = z
  .object({
    action: z.enum(['add', 'update', 'keep', 'done']),
    type: recordType,
    host: z.string(),
    value: z.string(),
    purpose: recordPurpose,
    current: z.string().nullable(),
    note: z.string().nullable(),
    result: z.enum(['written', 'unchanged', 'failed']).nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'DnsChange' });

export const DnsPlan = z
  .object({
    checked: z.boolean(),
    changes: z.array(DnsChange),
    keep_old_records: z.string(),
  })
  .meta({ id: 'DnsPlan' });
export type DnsPlan = z.output<typeof DnsPlan>;

const types = ['TXT', 'CNAME', 'MX', 'A', 'AAAA'] as const;

const seen = (type: HostRecord['type'], value: string): HostRecord => ({
  type,
  value,
  id: null,
  locked: null,
});

/** The DNS records at a name, in a host's form. Null if DNS could not be read. */
async function liveAt(dns: Dns, host: string): Promise<HostRecord[] | null> {
  const alias = await dns.ask('CNAME', host);
  if (alias === null) return null;
  // At a CNAME, resolvers return the target's records.
  if (alias.length > 0) return alias.map((value) => seen('CNAME', value));
  const found = await Promise.all(types.map((type) => (type === 'CNAME' ? [] : dns.ask(type, host))));
  if (found.includes(null)) return null;
  return types.flatMap((type, i) => (found[i] ?? []).map((value) => seen(type, value)));
}

/** A plan from live DNS. Null if DNS could not be read. */
export async function planByDns(records: DnsRecord[], around: Around): Promise<Planned[] | null> {
  const there = await Promise.all(records.map(({ host }) => liveAt(around.dns, host)));
  if (there.includes(null) || around.inherited.values === null) return null;
  return Promise.all(records.map((record, i) => planRecord(record, there[i] ?? [], around)));
}

function changeOf(planned: Planned, result: HostResult | null): DnsPlan['changes'][number] {
  const { action, record, host, value, current, note } = planned;
  const message = result?.result === 'failed' ? result.message : null;
  const { type, purpose } = record;
  return { action, type, host, value, purpose, current, note, result: result?.result ?? null, message };
}

/** A plan as callers see it. `results` is null if nothing had to be written. */
export function showPlan(
  records: DnsRecord[],
  plan: Planned[] | null,
  results: HostResult[] | null,
): DnsPlan {
  const planned = plan ?? records.map(unreadPlan);
  return {
    checked: plan !== null,
    changes: planned.map((one, i) => changeOf(one, results?.[i] ?? null)),
    keep_old_records: '',
  };
}
