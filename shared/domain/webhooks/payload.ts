import { queuedJson } from '../../core/json-path.ts';
import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, type Id, isId } from '../../core/runtime.ts';

/** The largest body that receivers and their gateways still accept. */
const max_bytes = 256 * 1024;

/**
 * The `whd_` id of an event for an endpoint, equal for every fan-out. Its time is the event's time, which
 * orders the log.
 */
export function deliveryId(event: Pick<WebhookEvent, 'id' | 'created_at'>, webhook_id: Id<'wh'>): Id<'whd'> {
  return derivedId('whd', Date.parse(event.created_at), event.id, webhook_id);
}

/** At most `limit` characters, without half a surrogate pair at the end. */
function cut(value: string, limit: number): string {
  if (value.length <= limit) return value;
  return value.slice(0, /[\ud800-\udbff]/.test(value.charAt(limit - 1)) ? limit - 1 : limit);
}

function cutStrings(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return cut(value, limit);
  if (Array.isArray(value)) return value.map((entry) => cutStrings(entry, limit));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, cutStrings(entry, limit)]));
}

const cutList = (data: Record<string, unknown>, field: string, from: number, to?: number) =>
  Array.isArray(data[field]) ? { ...data, [field]: data[field].slice(from, to) } : data;

/** The fields to cut, in E26's order. The last ones apply only to data made of short strings. */
const cuts: ((data: Record<string, unknown>) => Record<string, unknown>)[] = [
  (data) => cutList(data, 'references', -50),
  (data) => cutList(data, 'attachments', 0, 100),
  (data) => cutList(cutList(data, 'to', 0, 100), 'cc', 0, 100),
  ...[4_096, 1_024, 256, 64].map(
    (limit) => (data: Record<string, unknown>) => cutStrings(data, limit) as Record<string, unknown>,
  ),
];

/** Fields that readers look for first, in this order. All other fields follow by name. */
const leading = ['email_id', 'name', 'value', 'status', 'from', 'to', 'cc', 'subject', 'tags', 'category'];

const rank = (name: string) => leading.indexOf(name) + 1 || leading.length + 1;

/** Sorts the members of all objects, because the table doesn't keep a stored map's order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

function toJson(event: WebhookEvent): string {
  const { id, type, created_at, data } = event;
  return queuedJson({ id, type, created_at, data: inOrder(data) });
}

/** The bytes that each attempt posts and signs, at most 256 KB. Equal for any order of stored fields. */
export function serialise(event: WebhookEvent): string {
  let json = toJson(event);
  let data = event.data;
  for (const shorten of cuts) {
    if (Buffer.byteLength(json) <= max_bytes) return json;
    data = { ...shorten(data), truncated: true };
    json = toJson({ ...event, data });
  }
  return json;
}

/** The email that a body of `serialise` is about. Undefined for other events. */
export function emailOf(body: string | null): Id<'msg'> | undefined {
  const id = /"data":\{"email_id":"(msg_[0-9a-z]{26})"/.exec(body ?? '')?.[1] ?? '';
  return isId('msg', id) ? id : undefined;
}
