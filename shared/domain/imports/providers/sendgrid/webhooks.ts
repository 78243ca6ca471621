import { isObject, type Json } from '../../../../core/json-path.ts';
import { ok } from '../../call-provider.ts';
import { foundHook, inboundRoute } from '../../webhooks/notes.ts';
import type { FoundHook, HookPlace, HookSource } from '../provider.ts';
import { objectsAt } from '../rows.ts';

const settings = '/v3/user/webhooks/event/settings';

const isSetting = (name: string) => name === 'enabled' || name.startsWith('is_');

/** A row's endpoint. None without a URL, as in the `[{}]` of an account without endpoints. */
function hookOf(row: Json): FoundHook[] {
  const { url } = row;
  if (typeof url !== 'string' || url === '') return [];
  const events = Object.entries(row).flatMap(([name, on]) => (on === true && !isSetting(name) ? [name] : []));
  const signed = [row.oauth_client_id, row.oauth_token_url].some(
    (value) => typeof value === 'string' && value !== '',
  );
  return foundHook({ url, events }, signed ? 'OAuth' : null);
}

const hooksIn = (body: unknown) => objectsAt(body, 'webhooks')?.flatMap(hookOf) ?? null;

const routesIn = (body: unknown) =>
  objectsAt(body, 'result')?.map(({ hostname }) =>
    inboundRoute(typeof hostname === 'string' ? hostname : ''),
  ) ?? null;

/** Older accounts have one endpoint, only under the old path. */
const events: HookPlace = {
  key: '1',
  name: 'event webhooks',
  read: async (connection) => {
    const called = await connection.call({ path: `${settings}/all`, read: hooksIn });
    if (called.outcome !== 'not_found') return called;
    return connection.call({ path: settings, read: (body) => (isObject(body) ? hookOf(body) : null) });
  },
};

const parse: HookPlace = {
  key: '2',
  name: 'parse webhooks',
  optional: true,
  read: (connection) => connection.call({ path: '/v3/user/webhooks/parse/settings', read: routesIn }),
};

/** SendGrid: its event webhooks. Inbound parse is only noted. */
export const sendgridHooks: HookSource = {
  places: async () => ok([events, parse]),
  events: {
    processed: ['email.sent'],
    delivered: ['email.delivered'],
    deferred: ['email.delivery_delayed'],
    bounce: ['email.bounced', 'email.failed'],
    dropped: ['email.suppressed'],
    spam_report: ['email.complained'],
    open: ['email.opened'],
    click: ['email.clicked'],
    unsubscribe: ['contact.unsubscribed'],
    group_unsubscribe: ['contact.unsubscribed'],
  },
};
