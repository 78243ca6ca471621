import { createHash } from 'node:crypto';
import { networkOf } from '../../core/ip-ranges.ts';
import type { Email } from '../../core/records/emails.ts';
import type { TrackingState, Visit } from '../../core/records/tracking.ts';
import { earliest, outcomesOf } from '../emails/status.ts';

/** The same client with the same link within this time is the same open or click. */
const same_ms = 10_000;
/** Two links that one address follows within this time are a scanner's doing. */
const burst_ms = 2_000;
/** The bytes of a network in which the addresses of one client usually are: an IPv4 /24, an IPv6 /48. */
const ofClient = { v4: 3, v6: 6 };
/** Events of each kind that an email makes in one UTC day; a public URL is no write amplifier. */
const max_a_day = 20;
/** Visits that are remembered; of more at the same time the oldest are forgotten. */
const remembered = 8;

const digest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 10);

/** A visit that counts: whether a program made it, whether it is the first of its kind, and its number of the day. */
export type Counted = { machine: boolean; first: boolean; day: string; n: number };

/**
 * The count of a visit and the next state; null: a repeat, or too many that day. `machine`: a program made it, by
 * this visit alone. `mark` is no other request's: `isWrittenBy` finds by it whose visit a state holds.
 */
export function judgeVisit(
  state: TrackingState,
  visit: Visit,
  { machine: alone, mark: request }: { machine: boolean; mark: string },
): { counted: Counted; next: TrackingState } | null {
  const { type, at, target, user_agent, ip } = visit;
  const day = new Date(at).toISOString().slice(0, 10);
  const recent = state.recent.filter(([, , , then]) => at - then < same_ms);
  const client = digest(user_agent, networkOf(ip ?? '', ofClient) ?? '');
  const link = `${type}:${digest(target)}`;
  if (recent.some(([seen, which]) => seen === client && which === link)) return null;
  const before = state[type];
  const n = before.day === day ? before.n + 1 : 1;
  if (n > max_a_day) return null;
  const address = digest(ip ?? '');
  const isBurst = recent.some(
    ([, other, from, then]) =>
      from === address && other !== link && other.startsWith('click:') && at - then < burst_ms,
  );
  const machine = alone || (type === 'click' && isBurst);
  const mark = `${type}:${machine ? 'machine' : 'person'}`;
  return {
    counted: { machine, first: !state.firsts.includes(mark), day, n },
    next: {
      ...state,
      version: state.version + 1,
      [type]: { day, n },
      recent: [...recent, [client, link, address, at, request] as const].slice(-remembered),
      firsts: [...new Set([...state.firsts, mark])],
    },
  };
}

/** Whether a state holds the visit of the request with this mark. */
export const isWrittenBy = (mark: string, { recent }: TrackingState): boolean =>
  recent.some(([, , , , other]) => other === mark);

/**
 * User agents of programs that load and follow what they find in mail, from the published lists of their makers. CUBOT
 * is a phone.
 */
const scanners =
  /barracuda|mimecast|proofpoint|symantec|messagelabs|ironport|trendmicro|trend micro|forcepoint|sophos|fireeye|zscaler|virustotal|urlscan|safebrowsing|bingpreview|(?<!cu)bot\b|crawl|spider|slackbot|facebookexternalhit|whatsapp|skypeuripreview|headlesschrome|phantomjs|curl\/|wget\/|python-|go-http-client|libwww|java\/|okhttp|apache-httpclient|node-fetch|axios\//i;

/** Apple Mail Privacy Protection says this and nothing more. */
const anonymous = new Set(['', 'Mozilla/5.0']);

const proxy_ms = 30_000;
const click_ms = 10_000;

/** The time at which the first recipient got it; before SES said so, at which it was sent. */
function deliveredAt(email: Email): number | null {
  const delivered = earliest(outcomesOf(email), 'd');
  return delivered?.at ?? (email.sent_at === null ? null : Date.parse(email.sent_at));
}

/** True when a program rather than a person loaded the pixel or followed the link, as far as one visit shows. */
export function isMachine(
  email: Email,
  visit: { type: 'open' | 'click'; user_agent: string; at: number },
): boolean {
  const { type, user_agent, at } = visit;
  if (anonymous.has(user_agent.trim()) || scanners.test(user_agent)) return true;
  const delivered = deliveredAt(email);
  if (delivered === null) return false;
  if (type === 'click') return at - delivered < click_ms;
  // Gmail fetches pictures when the mail arrives; later loads are people who open it.
  return user_agent.includes('GoogleImageProxy') && at - delivered < proxy_ms;
}
