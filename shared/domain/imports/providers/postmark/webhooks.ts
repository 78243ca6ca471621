import { isObject, type Json } from '../../../../core/json-path.ts';
import { ok } from '../../call-provider.ts';
import { foundHook, inboundRoute } from '../../webhooks/notes.ts';
import type { FoundHook, HookPlace, HookSource } from '../provider.ts';
import { objectsAt } from '../rows.ts';
import { serverOf } from './client.ts';

/** How the old endpoint authenticates. Contains no secrets. */
function authOf({ HttpAuth, HttpHeaders }: Json): string | null {
  const basic = isObject(HttpAuth) && typeof HttpAuth.Username === 'string' && HttpAuth.Username !== '';
  if (basic) return 'basic authentication';
  return Array.isArray(HttpHeaders) && HttpHeaders.length > 0 ? 'headers of its own' : null;
}

function hookOf(row: Json): FoundHook[] {
  const { Url, Triggers } = row;
  if (typeof Url !== 'string' || Url === '') return [];
  const events = Object.entries(isObject(Triggers) ? Triggers : {}).flatMap(([name, trigger]) =>
    isObject(trigger) && trigger.Enabled === true ? [name] : [],
  );
  return foundHook({ url: Url, events }, authOf(row));
}

/** Legacy server URLs, each for one event. */
const oldUrls = {
  BounceHookUrl: 'Bounce',
  OpenHookUrl: 'Open',
  DeliveryHookUrl: 'Delivery',
  ClickHookUrl: 'Click',
};

function ofServer(body: unknown): FoundHook[] | null {
  const server = serverOf(body);
  if (server === null) return null;
  const given = (name: string) => (typeof server[name] === 'string' ? server[name].trim() : '');
  const hooks = Object.entries(oldUrls).flatMap(([name, event]) =>
    given(name) === '' ? [] : foundHook({ url: given(name), events: [event] }),
  );
  const inbound = given('InboundHookUrl');
  return inbound === '' ? hooks : [...hooks, inboundRoute(inbound)];
}

const places: HookPlace[] = [
  {
    key: '1',
    name: 'webhooks',
    read: (connection) =>
      connection.call({
        path: '/webhooks',
        read: (body) => objectsAt(body, 'Webhooks')?.flatMap(hookOf) ?? null,
      }),
  },
  {
    key: '2',
    name: 'webhooks of the server',
    read: (connection) => connection.call({ path: '/server', read: ofServer }),
  },
];

/** Postmark: webhooks of all streams, and those a server had before streams existed. */
export const postmarkHooks: HookSource = {
  places: async () => ok(places),
  events: {
    Delivery: ['email.delivered'],
    Bounce: ['email.bounced', 'email.failed'],
    SpamComplaint: ['email.complained'],
    Open: ['email.opened'],
    Click: ['email.clicked'],
    SubscriptionChange: ['contact.unsubscribed'],
  },
};
