import type { ForeignHook } from '../../../core/records/imports.ts';
import type { FoundHook } from '../providers/provider.ts';
import { displayName } from '../slice.ts';
import { masked } from './urls.ts';

const inbound =
  'Inbound email is not imported. Set up a receiving domain with inbound_enabled (docs/inbound.md).';

/** For an endpoint whose new secret was in no response. */
export const secretLost = 'the secret was lost: rotate it';

/** For another import's endpoint, whose response with the secret may also be lost. */
export const madeEarlier = "created by an earlier import: rotate the secret if you don't have it";

/** Mail that the provider receives for the customer, which imports don't transfer. */
export const inboundRoute = (name: string): FoundHook => ({
  note: { name: displayName(masked(name)), reason: 'inbound_route', action: inbound },
});

/**
 * An endpoint with credentials removed from its URL. An overlong URL is cut, so it is still rejected as too
 * long. `auth` names the old provider's authentication method, without its values.
 */
export function foundHook({ url, events }: ForeignHook, auth: string | null = null): FoundHook[] {
  const name = masked(url).toWellFormed();
  const hook = { hook: { url: name, events: events.map(displayName) } };
  if (auth === null) return [hook];
  const action = `The old provider called this endpoint with ${auth}. Mailwright only signs its requests, so check Service-Signature instead.`;
  return [hook, { note: { name, reason: 'webhook_auth', action } }];
}
