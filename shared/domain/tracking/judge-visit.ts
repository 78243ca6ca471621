import { createHash } from 'node:crypto';
import { networkOf } from '../../core/ip-ranges.ts';
import type { Email } from '../../core/records/emails.ts';
import type { TrackingState, Visit } from '../../core/records/tracking.ts';
import { earliest, outcomesOf } from '../emails/status.ts';

/** Within this time, the same client and link are the same open or click. */
const same_ms = 10_000;
/** Two links followed from one address within this time mean a scanner. */
const burst_ms = 2_000;
/**
 * The length of a network prefix, in bytes, that usually contains only one client's addresses: an IPv4 /24,
 * an IPv6 /48.
 */
const ofClient = { v4: 3, v6: 6 };
/** Events of each kind per email and UTC day, so a public URL can't amplify writes. */
const max_a_day = 20;
/** Max remembered visits. Beyond that, the oldest visits are dropped. */
const remembered = 8;

const digest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 10);

/**
 * A counted visit: whether a program made it, whether it is the first of its kind, and its number on that
 * day.
 */
export type Counted = { machine: boolean; first: boolean; day: string; n: number };

/**
 * A visit's count and the next state. Null for a repeat, or for too many visits that day. `machine` means
 * that a program made the visit, judging by this visit alone. `mark` identifies this request, so
 * `isWrittenBy` can tell whose visit a state contains.
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

/** Whether a state includes the visit of the request with this mark. */
export const isWrittenBy = (mark: string, { recent }: TrackingState): boolean =>
  recent.some(([, , , , other]) => other === mark);

/**
 * User agents of programs that load and follow mail content, from their makers' published lists. CUBOT is a
 * phone.
 */
const scanners =
  /barracuda|mimecast|proofpoint|symantec|messagelabs|ironport|trendmicro|trend micro|forcepoint|sophos|fireeye|zscaler|virustotal|urlscan|safebrowsing|bingpreview|(?<!cu)bot\b|crawl|spider|slackbot|facebookexternalhit|whatsapp|skypeuripreview|headlesschrome|phantomjs|curl\/|wget\/|python-|go-http-client|libwww|java\/|okhttp|apache-httpclient|node-fetch|axios\//i;

/** Apple Mail Privacy Protection sends only this. */
const anonymous = new Set(['', 'Mozilla/5.0']);

const proxy_ms = 30_000;
const click_ms = 10_000;

/** When the first recipient got it or, until SES reports that, when it was sent. */
function deliveredAt(email: Email): number | null {
  const delivered = earliest(outcomesOf(email), 'd');
  return delivered?.at ?? (email.sent_at === null ? null : Date.parse(email.sent_at));
}

/** Whether a program rather than a person loaded the pixel or link, as far as one visit shows. */
export function isMachine(
  email: Email,
  visit: { type: 'open' | 'click'; user_agent: string; at: number },
): boolean {
  const { type, user_agent, at } = visit;
  if (anonymous.has(user_agent.trim()) || scanners.test(user_agent)) return true;
  const delivered = deliveredAt(email);
  if (delivered === null) return false;
  if (type === 'click') return at - delivered < click_ms;
  // Gmail fetches images when mail arrives. Later loads are people opening it.
  return user_agent.includes('GoogleImageProxy') && at - delivered < proxy_ms;
}
