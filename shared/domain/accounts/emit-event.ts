import type { Domain } from '../../core/records/domains.ts';
import type { EventType } from '../../core/records/events.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import { derivedId, type Id } from '../../core/runtime.ts';
import type { Queueing } from '../context.ts';

type Emitted = {
  account: Id<'acc'>;
  type: EventType;
  /** The id of the event's subject. With `at` it identifies a repeated event. */
  about: Id<'ten' | 'dom'>;
  at: string;
  tenant: Id<'ten'> | null;
  data: Record<string, unknown>;
};

/** Emits an event about the account. The webhook worker finds its endpoints. */
async function emitEvent(ctx: Queueing, emitted: Emitted): Promise<void> {
  const { account, type, about, at, tenant, data } = emitted;
  const id = derivedId('evt', Date.parse(at), about, type, at);
  const event = { id, type, created_at: at, data: { ...data, occurred_at: at } };
  const message = { event_id: id, event_type: type, created_at: at, payload: JSON.stringify(event), tenant };
  const flags = { repeat: true, test: false, first: true };
  await ctx.queues.webhooks([{ kind: 'event', account, ...message, ...flags }]);
}

/** Emits tenant.paused after a write paused the tenant, by the service or its account. */
export function emitPaused(ctx: Queueing, tenant: Tenant): Promise<void> {
  const { account, id, external_id, name, paused_reason, pause_source } = tenant;
  const data = { tenant: external_id, tenant_id: id, name, paused_reason, pause_source };
  const at = tenant.paused_at ?? tenant.updated_at;
  return emitEvent(ctx, { account, type: 'tenant.paused', about: id, at, tenant: id, data });
}

/** The records that make a domain fail. A rotation's new key doesn't count. */
export const wrongRecords = (record_status: Domain['record_status']) =>
  Object.entries(record_status).filter(
    ([purpose, status]) => purpose !== 'dkim_next' && (status === 'missing' || status === 'mismatch'),
  );

/** The data of domain.failing: what is wrong in DNS, or no record when SES alone refuses the domain. */
export const failingData = ({ id, name, record_status }: Pick<Domain, 'id' | 'name' | 'record_status'>) => ({
  domain_id: id,
  name,
  records: wrongRecords(record_status).map(([purpose, status]) => ({ purpose, status })),
});

/** Emits domain.failing for a failing domain, and nothing for any other status. */
export async function emitFailing(ctx: Queueing, domain: Domain): Promise<void> {
  const { status, failing_since: at, account, id: about, tenant } = domain;
  if (status !== 'failing' || at === null) return;
  await emitEvent(ctx, { account, type: 'domain.failing', about, at, tenant, data: failingData(domain) });
}
