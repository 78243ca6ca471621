import { failedBy, type HostChange, type HostResult, type HostZone } from '../../../core/dns-host.ts';
import type { DnsRecord } from '../../../core/records/domains.ts';
import { type Around, type Planned, planRecord, unreadPlan } from './plan.ts';

type Outcome = { planned: Planned; result: HostResult };

const late: HostResult = { result: 'failed', message: 'the DNS host was too slow. Try again.' };

/** Plans from the host's own records, because DNS may lag behind (providers.md 10: "read before each write"). */
async function planAtHost(zone: HostZone, record: DnsRecord, around: Around): Promise<Outcome> {
  try {
    const planned = await planRecord(record, await zone.at(record.host), around);
    if (planned.refused !== null) return { planned, result: { result: 'failed', message: planned.refused } };
    return { planned, result: { result: 'unchanged' } };
  } catch (error) {
    return { planned: { ...unreadPlan(record), note: null }, result: failedBy(error) };
  }
}

const isOpen = ({ planned, result }: Outcome) =>
  result.result === 'unchanged' && (planned.action === 'add' || planned.action === 'update');

const changeOf = ({ planned: { record, value, replaces } }: Outcome): HostChange => ({
  host: record.host,
  type: record.type,
  value: record.priority === null ? value : `${record.priority} ${value}`,
  replaces,
});

async function writeTogether(zone: HostZone, outcomes: Outcome[]): Promise<Outcome[]> {
  const open = outcomes.filter(isOpen);
  if (open.length === 0) return outcomes;
  const results = await zone.write(open.map(changeOf));
  return outcomes.map((outcome) => ({
    ...outcome,
    result: results[open.indexOf(outcome)] ?? outcome.result,
  }));
}

/** Writes SPF last and alone, so its failure can't undo the other records. Starts nothing after `until`. */
export async function writePlan(
  zone: HostZone,
  records: DnsRecord[],
  { around, now, until }: { around: Around; now: () => number; until: number },
): Promise<Outcome[]> {
  const written = new Map<DnsRecord, Outcome>();
  const isSpf = ({ purpose }: DnsRecord) => purpose === 'spf';
  for (const group of [records.filter((one) => !isSpf(one)), records.filter(isSpf)]) {
    const outcomes: Outcome[] = [];
    for (const record of group) {
      if (now() < until) outcomes.push(await planAtHost(zone, record, around));
      else outcomes.push({ planned: unreadPlan(record), result: late });
    }
    const done =
      now() < until
        ? await writeTogether(zone, outcomes)
        : outcomes.map((one) => (isOpen(one) ? { ...one, result: late } : one));
    for (const outcome of done) written.set(outcome.planned.record, outcome);
  }
  return records.flatMap((record) => written.get(record) ?? []);
}
