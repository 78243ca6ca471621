import { isObject, type Json } from '../../../../core/json-path.ts';
import { callProvider } from '../../call-provider.ts';
import { hookWithAuth, inboundRoute } from '../../webhooks/notes.ts';
import type { FoundHooks, HookPlace, HookSource } from '../provider.ts';

const settings = '/v3/user/webhooks/event/settings';

/** True fields that say nothing of events. */
const isSetting = (name: string) => name === 'enabled' || name.startsWith('is_');

/** An endpoint by its row; one without a url is none, as in `[{}]` of an account that has none. */
function hookOf(row: Json): FoundHooks {
  const { url } = row;
  if (typeof url !== 'string' || url === '') return { hooks: [], others: [] };
  const events = Object.entries(row).flatMap(([name, on]) => (on === true && !isSetting(name) ? [name] : []));
  const signed = [row.oauth_client_id, row.oauth_token_url].some(
    (value) => typeof value === 'string' && value !== '',
  );
  return hookWithAuth({ url, events }, signed ? 'OAuth' : null);
}

const together = (found: FoundHooks[]): FoundHooks => ({
  hooks: found.flatMap(({ hooks }) => hooks),
  others: found.flatMap(({ others }) => others),
});

function listOf(body: unknown): FoundHooks | null {
  if (!isObject(body) || !Array.isArray(body.webhooks)) return null;
  return together(body.webhooks.filter(isObject).map(hookOf));
}

function parseRoutes(body: unknown): FoundHooks | null {
  if (!isObject(body) || !Array.isArray(body.result)) return null;
  const names = body.result
    .filter(isObject)
    .map(({ hostname }) => (typeof hostname === 'string' ? hostname : ''));
  return { hooks: [], others: names.map(inboundRoute) };
}

/** Accounts of an earlier time have one endpoint, under the old path alone. */
const events: HookPlace = {
  key: '1',
  name: 'event webhooks',
  read: async (ctx, connection) => {
    const called = await callProvider(ctx, connection, { path: `${settings}/all`, read: listOf });
    if (called.outcome !== 'not_found') return called;
    return callProvider(ctx, connection, {
      path: settings,
      read: (body) => (isObject(body) ? hookOf(body) : null),
    });
  },
};

const parse: HookPlace = {
  key: '2',
  name: 'parse webhooks',
  optional: true,
  read: (ctx, connection) =>
    callProvider(ctx, connection, { path: '/v3/user/webhooks/parse/settings', read: parseRoutes }),
};

/** SendGrid: its event webhooks; inbound parse is named. */
export const sendgridHooks: HookSource = {
  places: async () => ({ outcome: 'ok', value: [events, parse] }),
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
