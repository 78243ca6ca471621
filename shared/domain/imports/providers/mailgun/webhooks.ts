import { isObject } from '../../../../core/json-path.ts';
import { callProvider } from '../../call-provider.ts';
import { hookWithAuth } from '../../webhooks/notes.ts';
import type { FoundHooks, HookPlace, HookSource } from '../provider.ts';
import { mailgunDomains } from './client.ts';

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** By type, to urls; entries of an earlier time have one `url`. */
function ofDomain(body: unknown): FoundHooks | null {
  if (!isObject(body) || !isObject(body.webhooks)) return null;
  const hooks = Object.entries(body.webhooks).flatMap(([type, entry]) => {
    if (!isObject(entry)) return [];
    const urls = [...texts(entry.urls), ...texts([entry.url])];
    return urls.flatMap((url) => hookWithAuth({ url, events: [type] }, null).hooks);
  });
  return { hooks, others: [] };
}

function ofAccount(body: unknown): FoundHooks | null {
  if (!isObject(body) || !Array.isArray(body.webhooks)) return null;
  const hooks = body.webhooks
    .filter(isObject)
    .flatMap(({ url, event_types }) =>
      typeof url === 'string' ? hookWithAuth({ url, events: texts(event_types) }, null).hooks : [],
    );
  return { hooks, others: [] };
}

const placeOf = (name: string): HookPlace => ({
  key: `1 ${name}`,
  name: `webhooks of ${name}`,
  read: (ctx, connection) =>
    callProvider(ctx, connection, {
      path: `/v3/domains/${encodeURIComponent(name)}/webhooks`,
      read: ofDomain,
    }),
});

/** A newer kind, which not every account has. */
const account: HookPlace = {
  key: '2',
  name: 'webhooks of the account',
  optional: true,
  read: (ctx, connection) => callProvider(ctx, connection, { path: '/v1/webhooks', read: ofAccount }),
};

/** Mailgun: the webhooks of each domain, and those of the account; names of an earlier time are known too. */
export const mailgunHooks: HookSource = {
  places: async (ctx, connection) => {
    const called = await mailgunDomains(ctx, connection);
    if (called.outcome !== 'ok') return called;
    return { outcome: 'ok', value: [...called.value.map(({ name }) => placeOf(name)), account] };
  },
  events: {
    accepted: ['email.sent'],
    delivered: ['email.delivered'],
    deliver: ['email.delivered'],
    temporary_fail: ['email.delivery_delayed'],
    permanent_fail: ['email.bounced', 'email.failed'],
    bounce: ['email.bounced', 'email.failed'],
    drop: ['email.suppressed'],
    complained: ['email.complained'],
    spam: ['email.complained'],
    opened: ['email.opened'],
    open: ['email.opened'],
    clicked: ['email.clicked'],
    click: ['email.clicked'],
    unsubscribed: ['contact.unsubscribed'],
    unsubscribe: ['contact.unsubscribed'],
  },
};
