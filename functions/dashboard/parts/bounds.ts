import type { Issue } from '../../../shared/core/errors.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import { filled, listed } from './acting.ts';
import { field } from './parts.ts';

/** The fields that bound an API key or an SMTP credential. */
export function boundFields(sent: URLSearchParams, issues: Issue[]): Html {
  const value = (name: string) => sent.get(name);
  return markup`${field({ name: 'tenant', label: 'Tenant', value: value('tenant'), hint: 'Empty: the whole account' }, issues)}
${field({ name: 'allowed_domains', label: 'Allowed domains', value: value('allowed_domains'), hint: 'Between commas; empty: all' }, issues)}
${field({ name: 'allowed_ips', label: 'Allowed addresses', value: value('allowed_ips'), hint: 'IPv4 and IPv6 ranges between commas; empty: all' }, issues)}
${field({ name: 'expires_at', label: 'Expires', value: value('expires_at'), hint: 'ISO 8601, UTC; empty: never' }, issues)}`;
}

/** What was filled in of them, as a body has it. */
export function boundsOf(sent: URLSearchParams): Record<string, unknown> {
  const lists = ['allowed_domains', 'allowed_ips'].map((name) => [name, listed(sent, name)] as const);
  return {
    ...filled(sent, ['tenant', 'expires_at']),
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
  };
}
