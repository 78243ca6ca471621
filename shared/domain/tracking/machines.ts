import type { Email } from '../../core/records/emails.ts';
import { earliest, outcomesOf } from '../emails/status.ts';

/** User agents of programs that load and follow what they find in mail, from the published lists of their makers. */
const scanners =
  /barracuda|mimecast|proofpoint|symantec|messagelabs|ironport|trendmicro|trend micro|forcepoint|sophos|fireeye|zscaler|virustotal|urlscan|safebrowsing|bingpreview|bot\b|crawl|spider|slackbot|facebookexternalhit|whatsapp|skypeuripreview|headlesschrome|phantomjs|curl\/|wget\/|python-|go-http-client|libwww|java\/|okhttp|apache-httpclient|node-fetch|axios\//i;

/** Apple Mail Privacy Protection says this and nothing more. */
const anonymous = new Set(['', 'Mozilla/5.0']);

const proxy_ms = 30_000;
const click_ms = 10_000;

/** The time at which the first recipient got it; before SES said so, at which it was sent. */
function deliveredAt(email: Email): number | null {
  const delivered = earliest(outcomesOf(email), 'd');
  return delivered?.at ?? (email.sent_at === null ? null : Date.parse(email.sent_at));
}

/** True when a program rather than a person loaded the pixel or followed the link, as far as one visit shows (E47). */
export function isMachine(email: Email, visit: { type: 'open' | 'click'; user_agent: string; at: number }) {
  const { type, user_agent, at } = visit;
  if (anonymous.has(user_agent.trim()) || scanners.test(user_agent)) return true;
  const delivered = deliveredAt(email);
  if (delivered === null) return false;
  if (type === 'click') return at - delivered < click_ms;
  // Gmail fetches pictures when the mail arrives; later loads are people who open it.
  return user_agent.includes('GoogleImageProxy') && at - delivered < proxy_ms;
}
