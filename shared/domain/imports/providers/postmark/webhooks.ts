import { isObject, type Json } from '../../../../core/json-path.ts';
import { callProvider } from '../../call-provider.ts';
import { hookWithAuth, inboundRoute } from '../../webhooks/notes.ts';
import type { FoundHooks, HookPlace, HookSource } from '../provider.ts';
import { serverOf } from './wire.ts';

/** How the old endpoint was called, without any of its values (M40). */
function authOf({ HttpAuth, HttpHeaders }: Json): string | null {
  const basic = isObject(HttpAuth) && typeof HttpAuth.Username === 'string' && HttpAuth.Username !== '';
  if (basic) return 'basic authentication';
  return Array.isArray(HttpHeaders) && HttpHeaders.length > 0 ? 'headers of its own' : null;
}

function hookOf(row: Json): FoundHooks {
  const { Url, Triggers } = row;
  if (typeof Url !== 'string' || Url === '') return { hooks: [], others: [] };
  const events = Object.entries(isObject(Triggers) ? Triggers : {}).flatMap(([name, trigger]) =>
    isObject(trigger) && trigger.Enabled === true ? [name] : [],
  );
  return hookWithAuth({ url: Url, events }, authOf(row));
}

function listOf(body: unknown): FoundHooks | null {
  if (!isObject(body) || !Array.isArray(body.Webhooks)) return null;
  const found = body.Webhooks.filter(isObject).map(hookOf);
  return { hooks: found.flatMap(({ hooks }) => hooks), others: found.flatMap(({ others }) => others) };
}

/** The urls of a server of an earlier time, each for one event. */
const oldUrls = {
  BounceHookUrl: 'Bounce',
  OpenHookUrl: 'Open',
  DeliveryHookUrl: 'Delivery',
  ClickHookUrl: 'Click',
};

function ofServer(body: unknown): FoundHooks | null {
  const server = serverOf(body);
  if (server === null) return null;
  const given = (name: string) => (typeof server[name] === 'string' ? server[name].trim() : '');
  const hooks = Object.entries(oldUrls).flatMap(([name, event]) =>
    given(name) === '' ? [] : [hookWithAuth({ url: given(name), events: [event] }, null)],
  );
  const inbound = given('InboundHookUrl') === '' ? [] : [inboundRoute(given('InboundHookUrl'))];
  return { hooks: hooks.flatMap((one) => one.hooks), others: inbound };
}

const places: HookPlace[] = [
  {
    key: '1',
    name: 'webhooks',
    read: (ctx, connection) => callProvider(ctx, connection, { path: '/webhooks', read: listOf }),
  },
  {
    key: '2',
    name: 'webhooks of the server',
    read: (ctx, connection) => callProvider(ctx, connection, { path: '/server', read: ofServer }),
  },
];

/** Postmark: the webhooks of all streams, and those that a server had before there were streams. */
export const postmarkHooks: HookSource = {
  places: async () => ({ outcome: 'ok', value: places }),
  events: {
    Delivery: ['email.delivered'],
    Bounce: ['email.bounced', 'email.failed'],
    SpamComplaint: ['email.complained'],
    Open: ['email.opened'],
    Click: ['email.clicked'],
    SubscriptionChange: ['contact.unsubscribed'],
  },
};
