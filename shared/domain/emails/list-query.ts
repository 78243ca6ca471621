import * as z from 'zod';
import { addressFilter } from '../../core/address-filter.ts';
import { bareAddress, canonicalMailbox, fromDomain } from '../../core/addresses.ts';
import { domainField } from '../../core/domain-field.ts';
import { instantQuery } from '../../core/instant.ts';
import { providers } from '../../core/records/counters.ts';
import { categories, type Email } from '../../core/records/emails.ts';
import { addFault } from '../../core/schemas.ts';
import { showUnsubscribe } from '../content/placeholders.ts';
import { providerOf } from '../counters/providers.ts';
import { emailStatus, emailStatuses, hasReached, type LastEvent, lastEventNames } from './status.ts';

const isEvent = (name: string): name is LastEvent => lastEventNames.some((one) => one === name);

/** Comma-separated names. Surrounding spaces are ignored. */
const lastEventQuery = z
  .string()
  .max(200)
  .transform((text, context) => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !isEvent(name));
    if (unknown === undefined) return names.filter(isEvent);
    const allowed = lastEventNames.join(', ');
    addFault(context, {
      rule: 'enum',
      message: `unknown name ${JSON.stringify(unknown)}; must be one of ${allowed}`,
    });
    return z.NEVER;
  })
  .meta({
    example: 'bounced,complained',
  });

/** The filters of GET /emails. An email must match all given filters. */
export const EmailFilters = z.object({
  status: z.enum(emailStatuses).optional(),
  last_event: lastEventQuery.optional(),
  to: addressFilter.optional(),
  from: addressFilter.optional(),
  domain: domainField().optional(),
  provider: z.enum(providers).optional(),
  tag: z.string().min(1).max(321).optional(),
  subject: z.string().min(1).max(998).optional(),
  template: z.string().min(1).max(128).optional(),
  category: z.enum(categories).optional(),
  message_id: z.string().min(1).max(998).optional(),
  since: instantQuery.optional(),
  until: instantQuery.optional(),
  tenant: z.string().min(1).max(128).optional(),
});
export type EmailFilters = z.output<typeof EmailFilters>;

/**
 * Q34: names may contain `:`, so `a:b` means both the tag with that name and the tag `a` with the value `b`.
 */
const hasTag = (email: Email, tag: string) =>
  email.tags.some(({ name, value }) => name === tag || `${name}:${value}` === tag);

const isSame = (mailbox: string, address: string) => canonicalMailbox(mailbox) === address;

const bareId = (message_id: string) => message_id.trim().replace(/^<|>$/g, '');

/** Matches the Message-ID from SES, a relayed original, or our own before SES. */
function hasMessageId(email: Email, message_id: string): boolean {
  // An unencoded plus arrives as a space (Q31).
  const wanted = bareId(message_id).replaceAll(' ', '+');
  const known = [email.message_id, email.original_message_id, `${email.id}@mailwright`];
  return known.some((one) => one != null && bareId(one) === wanted);
}

/** True when all filters are key ranges, as since and until are. */
export const readsOnly = ({
  since: _since,
  until: _until,
  tenant: _tenant,
  ...filters
}: EmailFilters): boolean => Object.values(filters).every((filter) => filter === undefined);

export function matches(email: Email, filters: EmailFilters): boolean {
  const { status, last_event, to, from, domain, provider, tag, subject, message_id, template, category } =
    filters;
  if (status !== undefined && emailStatus(email) !== status) return false;
  if (last_event !== undefined && !last_event.some((name) => hasReached(email, name))) return false;
  if (template !== undefined && email.template !== template) return false;
  if (category !== undefined && email.category !== category) return false;
  if (subject !== undefined && !showUnsubscribe(email.subject).startsWith(subject)) return false;
  if (message_id !== undefined && !hasMessageId(email, message_id)) return false;
  if (from !== undefined && !isSame(email.from, from)) return false;
  if (tag !== undefined && !hasTag(email, tag)) return false;
  const recipients = [...email.to, ...email.cc, ...email.bcc];
  if (domain !== undefined && fromDomain(email.from) !== domain) return false;
  if (provider !== undefined && !recipients.some((each) => providerOf(bareAddress(each)) === provider))
    return false;
  return to === undefined || recipients.some((each) => isSame(each, to));
}
