import type { EventType } from '../../../core/records/events.ts';
import type { ForeignHook } from '../../../core/records/imports.ts';
import type { HookSource } from '../providers/provider.ts';
import { urlKey } from './urls.ts';

/** Imported endpoints' events, in response order (T5). */
const inOrder: readonly EventType[] = [
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.failed',
  'email.suppressed',
  'email.complained',
  'email.opened',
  'email.clicked',
  'contact.unsubscribed',
];

export type DistinctHook = { key: string; url: string; events: EventType[]; unmapped_events: string[] };

/** One endpoint per URL in the order found, with the events of all that share it. */
export function distinctHooks(found: ForeignHook[], { events }: Pick<HookSource, 'events'>): DistinctHook[] {
  const byKey = new Map<string, { url: string; names: Set<string> }>();
  for (const { url, events: named } of found) {
    const text = url.trim();
    const key = urlKey(text);
    const one = byKey.get(key) ?? { url: text, names: new Set() };
    for (const name of named) one.names.add(name);
    byKey.set(key, one);
  }
  return [...byKey].map(([key, { url, names }]) => {
    const mapped = new Set(
      [...names].flatMap((name) => (Object.hasOwn(events, name) ? events[name] : []) ?? []),
    );
    return {
      key,
      url,
      events: inOrder.filter((event) => mapped.has(event)),
      unmapped_events: [...names].filter((name) => !Object.hasOwn(events, name)).sort(),
    };
  });
}
