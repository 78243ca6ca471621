import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import type { Suppression } from '../../core/records/lists.ts';
import { derivedId, timestamp } from '../../core/runtime.ts';
import type { Base, Lists, Tenants } from '../context.ts';
import { recipientAddresses } from '../events/email-event.ts';
import { liveTenant } from '../tenants/names.ts';
import type { ProviderOutcome } from './outcomes.ts';

/** Whether an outcome's event reports list membership. The events of bounces, failures, and complaints do. */
const tellsOfList = ({ type, affected }: ProviderOutcome): boolean =>
  affected.length > 0 && ['email.bounced', 'email.failed', 'email.complained'].includes(type);

/** The id of the entry that an event creates. A run repeated after a crash derives the same id. */
const entryId = ({ id, created_at }: EmailEvent, address: string) =>
  derivedId('sup', Date.parse(created_at), id, address);

/** Whether an outcome's recipients are added to the list, whether or not they were on it before. */
const joins = (ctx: Base, { suppress }: ProviderOutcome) =>
  suppress !== null && !(suppress.soft && ctx.settings.soft_bounce_threshold > 1);

/**
 * An event's row with its likely result, which is a new entry. Wrong only if the address is already listed.
 */
export function withExpectedEntries(ctx: Base, event: EmailEvent, outcome: ProviderOutcome): EmailEvent {
  const ids = outcome.affected.map(({ address }) => (joins(ctx, outcome) ? entryId(event, address) : null));
  return { ...event, data: { ...event.data, ...listData(outcome, ids, null) } };
}

/** When an outcome's entry expires, with a note that says so, because entries on SES's global list expire. */
function limitOf({ days }: NonNullable<ProviderOutcome['suppress']>, { created_at }: EmailEvent) {
  if (days === undefined) return { note: null };
  const expires_at = timestamp(Date.parse(created_at) + days * 86_400_000);
  return { note: `on the SES global suppression list; this entry expires at ${expires_at}`, expires_at };
}

/**
 * Adds an outcome's recipients to the email's list: the tenant's for tenant mail, while the tenant exists
 * (A23, E44). Returns the resulting entries in recipient order.
 */
export async function suppressRecipients(
  ctx: Base & Lists & Tenants,
  email: Email,
  outcome: ProviderOutcome,
  event: EmailEvent,
): Promise<(Suppression | null)[]> {
  const { account } = email;
  const { suppress: wanted } = outcome;
  if (wanted === null && !tellsOfList(outcome)) return outcome.affected.map(() => null);
  const tenant = await liveTenant(ctx, account, email.tenant);
  const list = { account, tenant };
  const standing = (address: string) => (tellsOfList(outcome) ? ctx.suppressions.get(list, address) : null);
  return Promise.all(
    outcome.affected.map(async ({ address }) => {
      if (wanted === null) return standing(address);
      const threshold = wanted.soft ? ctx.settings.soft_bounce_threshold : 1;
      if (threshold > 1 && (await ctx.suppressions.countSoftBounce(list, address, outcome.at)) < threshold)
        return standing(address);
      return ctx.suppressions.raise(list, {
        id: entryId(event, address),
        email: address,
        reason: wanted.reason,
        tenant,
        source: 'event',
        email_id: email.id,
        ...limitOf(wanted, event),
        created_at: event.created_at,
      });
    }),
  );
}

/**
 * The data of a suppression list event, by each recipient's entry id. email.suppressed uses the sender's
 * spelling of addresses once the email is known.
 */
export function listData(
  outcome: ProviderOutcome,
  ids: (string | null)[],
  email: Email | null,
): Record<string, unknown> {
  if (outcome.type === 'email.suppressed') {
    const entries = outcome.data.suppressed as Record<string, unknown>[];
    const addresses = email ? recipientAddresses(email) : [];
    const suppressed = entries.map((entry, i) => ({
      ...entry,
      email: addresses[outcome.affected[i]?.position ?? -1] ?? entry.email,
      suppression_id: ids[i] ?? null,
    }));
    return { suppressed };
  }
  if (!tellsOfList(outcome)) return {};
  return { suppressed: ids[0] != null, suppression_id: ids[0] ?? null };
}
