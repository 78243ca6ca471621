import type { Attention, ForeignHook } from '../../../core/records/imports.ts';
import type { FoundHooks } from '../providers/provider.ts';
import { shownName } from '../slice.ts';
import { masked } from './urls.ts';

type Note = Omit<Attention, 'resource'>;

/** Mail that the provider receives for the customer, which no import brings over. */
export const inboundRoute = (name: string): Note => ({
  name: shownName(masked(name)),
  reason: 'inbound_route',
  action:
    'Inbound mail is not imported: set up a domain that receives, with inbound_enabled (docs/sending.md).',
});

/** An endpoint without what its url may carry; `auth` says how the old provider proved itself, values never (M40). */
export function hookWithAuth({ url, events }: ForeignHook, auth: string | null): FoundHooks {
  const shown = shownUrl(url);
  const note: Note = {
    name: shown,
    reason: 'webhook_auth',
    action: `The old provider called it with ${auth}; requests of ours carry a signature and nothing else: check Service-Signature there.`,
  };
  return { hooks: [{ url: shown, events: events.map(shownName) }], others: auth === null ? [] : [note] };
}

/** What is as long as no endpoint can be is cut; whatever it is, it is refused. */
const shownUrl = (url: string): string => masked(url.slice(0, 4000)).toWellFormed();
