import type { ApiKeyRecord, SmtpCredentialRecord } from '../../../shared/domain/keys/key-record.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import { filled, filledTimes, listed } from './acting.ts';
import { type FormField, time } from './parts.tsx';

/** An account's domains to choose from. `all`: no others exist. */
export type DomainChoices = { names: string[]; all: boolean };

/** The fields that limit an API key or SMTP credential. */
export const boundFields = (field: FormField, { names, all }: DomainChoices): Html => (
  <>
    <h2>Limits</h2>
    <p class="small">
      Optional. Without limits, it works for the whole account, from anywhere, and doesn’t expire.
    </p>
    {field({ name: 'tenant', label: 'Tenant', names: 'tenants', hint: 'Leave empty for the whole account' })}
    {names.length > 0 &&
      field({
        name: 'allowed_domains',
        label: 'Allowed domains',
        words: names,
        hint: 'Select none to allow all',
      })}
    {!all &&
      field({
        name: 'other_domains',
        label: names.length > 0 ? 'Other allowed domains' : 'Allowed domains',
        multiline: 'short',
        hint: 'One per line. Leave empty for all',
      })}
    {field({
      name: 'allowed_ips',
      label: 'Allowed IP addresses',
      multiline: 'short',
      hint: 'IPv4 and IPv6 ranges, one per line. Leave empty for all',
    })}
    {field({
      name: 'expires_at',
      label: 'Expires',
      type: 'datetime-local',
      hint: 'UTC. Leave empty for never',
    })}
  </>
);

/** The limits filled in, as a request body. */
export function boundsOf(sent: URLSearchParams): Record<string, unknown> {
  const lists = Object.entries({
    allowed_domains: [...listed(sent, 'allowed_domains'), ...listed(sent, 'other_domains')],
    allowed_ips: listed(sent, 'allowed_ips'),
  });
  return {
    ...filled(sent, ['tenant']),
    ...filledTimes(sent, ['expires_at']),
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
  };
}

/** The limit columns in a list of keys or credentials. */
export const boundHeads = ['Limits', 'Expires'];

export const boundCells = (one: ApiKeyRecord | SmtpCredentialRecord): unknown[] => {
  const { tenant, allowed_domains, allowed_ips, expires_at } = one;
  const limits = [tenant && `tenant ${tenant}`, ...(allowed_domains ?? []), ...(allowed_ips ?? [])];
  const shown = limits.filter(Boolean);
  return [
    shown.length > 0 ? outside(shown.join(', ')) : <span class="soft">none</span>,
    expires_at ? time(expires_at) : <span class="soft">never</span>,
  ];
};
