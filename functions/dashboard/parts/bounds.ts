import type { ApiKeyRecord, SmtpCredentialRecord } from '../../../shared/domain/keys/key-record.ts';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import { filled, filledTimes, listed } from './acting.ts';
import { type FormField, time } from './parts.ts';

/** The fields that limit an API key or SMTP credential. */
export const boundFields = (field: FormField): Html =>
  markup`${field({ name: 'tenant', label: 'Tenant', names: 'tenants', hint: 'Leave empty for the whole account' })}
${field({ name: 'allowed_domains', label: 'Allowed domains', hint: 'Comma-separated. Leave empty for all' })}
${field({ name: 'allowed_ips', label: 'Allowed IP addresses', hint: 'Comma-separated IPv4 and IPv6 ranges. Leave empty for all' })}
${field({ name: 'expires_at', label: 'Expires', type: 'datetime-local', hint: 'UTC. Leave empty for never' })}`;

/** The limits filled in, as a request body. */
export function boundsOf(sent: URLSearchParams): Record<string, unknown> {
  const lists = ['allowed_domains', 'allowed_ips'].map((name) => [name, listed(sent, name)] as const);
  return {
    ...filled(sent, ['tenant']),
    ...filledTimes(sent, ['expires_at']),
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
  };
}

/** The limit columns in a list of keys or credentials. */
export const boundHeads = ['Tenant', 'Domains', 'Expires'];

export const boundCells = ({
  tenant,
  allowed_domains,
  expires_at,
}: ApiKeyRecord | SmtpCredentialRecord): unknown[] => [
  tenant ? outside(tenant) : '–',
  allowed_domains ? outside(allowed_domains.join(', ')) : 'all',
  expires_at ? time(expires_at) : 'never',
];
