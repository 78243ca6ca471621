import { isObject } from '../../../../core/json-path.ts';
import { mapped } from '../../call-provider.ts';
import { foundHook } from '../../webhooks/notes.ts';
import type { FoundHook, HookPlace, HookSource } from '../provider.ts';
import { objectsAt, textsIn } from '../rows.ts';
import { mailgunDomains } from './client.ts';

/** A domain's endpoints by type. Older entries have one `url`. */
function ofDomain(body: unknown): FoundHook[] | null {
  if (!isObject(body) || !isObject(body.webhooks)) return null;
  return Object.entries(body.webhooks).flatMap(([type, entry]) => {
    const urls = isObject(entry) ? [...textsIn(entry.urls), ...textsIn([entry.url])] : [];
    return urls.flatMap((url) => foundHook({ url, events: [type] }));
  });
}

const ofAccount = (body: unknown): FoundHook[] | null =>
  objectsAt(body, 'webhooks')?.flatMap(({ url, event_types }) =>
    typeof url === 'string' ? foundHook({ url, events: textsIn(event_types) }) : [],
  ) ?? null;

const placeOf = (name: string): HookPlace => {
  const path = `/v3/domains/${encodeURIComponent(name)}/webhooks`;
  const read: HookPlace['read'] = (connection) => connection.call({ path, read: ofDomain });
  return { key: `1 ${name}`, name: `webhooks of ${name}`, read };
};

const account: HookPlace = {
  key: '2',
  name: 'webhooks of the account',
  optional: true,
  read: (connection) => connection.call({ path: '/v1/webhooks', read: ofAccount }),
};

/** Mailgun: webhooks of each domain and of the account, including former names. */
export const mailgunHooks: HookSource = {
  places: async (connection) =>
    mapped(await mailgunDomains(connection), (all) => [...all.map(({ name }) => placeOf(name)), account]),
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
