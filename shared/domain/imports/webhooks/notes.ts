import type { ForeignHook } from '../../../core/records/imports.ts';
import type { FoundHook } from '../providers/provider.ts';
import { shownName } from '../slice.ts';
import { masked } from './urls.ts';

const inbound =
  'Inbound email is not imported. Set up a receiving domain with inbound_enabled (docs/inbound.md).';

/** The message of an endpoint whose new secret was in no answer. */
export const secretLost = 'its secret was lost: rotate it';

/** The message of an endpoint of another import, whose answer with the secret may be lost too. */
export const madeEarlier = "created by an earlier import: rotate its secret if you don't have it";

/** Mail that the provider receives for the customer, which no import brings over. */
export const inboundRoute = (name: string): FoundHook => ({
  note: { name: shownName(masked(name)), reason: 'inbound_route', action: inbound },
});

/**
 * An endpoint without what its url may carry; a url longer than any endpoint may have is cut, and refused as such.
 * `auth` names how the old provider proved itself, never its values.
 */
export function foundHook({ url, events }: ForeignHook, auth: string | null = null): FoundHook[] {
  const name = masked(url).toWellFormed();
  const hook = { hook: { url: name, events: events.map(shownName) } };
  if (auth === null) return [hook];
  const action = `The old provider called it with ${auth}. Mailwright requests carry only a signature, so check Service-Signature instead.`;
  return [hook, { note: { name, reason: 'webhook_auth', action } }];
}
