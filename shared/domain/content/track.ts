import type { Id } from '../../core/runtime.ts';
import type { LinkPath } from '../../core/signed-link.ts';
import { findLinks, type HtmlLink, replaceParts } from '../../mail/links.ts';
import { textFromHtml } from '../../mail/text-part.ts';
import type { Base, Links } from '../context.ts';

/** A domain's settings. Both are false by default. */
export type Tracking = { opens: boolean; clicks: boolean };

const max_url = 2_000;

/** How many bytes tracking may add. Messages with tens of thousands of links are sent untracked. */
const max_added = 5 * 1024 * 1024;

/** An absolute URL with a host, safe to put in a header. */
function isTrackable(url: string): boolean {
  if (url.length > max_url || !/^https?:\/\/[^/?#\\]/i.test(url)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
  return !/[\u0000-\u001f\u007f]/.test(url) && URL.canParse(url);
}

/** URLs in List-Unsubscribe must work unchanged (RFC 8058, E18). */
function unsubscribeUrls(headers: Record<string, string>): Set<string> {
  const values = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'list-unsubscribe');
  return new Set(
    values.flatMap(([, value]) => [...value.matchAll(/<([^<>]*)>/g)].map(([, url = '']) => url.trim())),
  );
}

const trackingBase = ({ tracking_url, base_url }: Base['settings']) => tracking_url ?? base_url;

/** Whether a link is the service's own: an unsubscribe page, or already tracked. */
function isOwn({ settings }: Base, url: string): boolean {
  const other = new URL(url);
  const own = [settings.base_url, trackingBase(settings)].map((base) => new URL(base).host);
  return own.includes(other.host) && /^(\/api)?\/(unsubscribe|t)\//.test(other.pathname);
}

const pixelOf = (url: string) =>
  `<img src="${url}" alt="" width="1" height="1" border="0" style="display:block;width:1px;height:1px">`;

/** The html with tracked links and a pixel at its end. The same input always gives the same html. */
export async function trackHtml(
  ctx: Base & Links,
  message: {
    email_id: Id<'msg'>;
    html: string;
    headers: Record<string, string>;
    /** Each character is an octet. Links with an octet above 127 stay unchanged. */
    octets?: boolean;
  },
  { opens, clicks }: Tracking,
): Promise<string> {
  const { email_id, html, headers, octets = false } = message;
  const { links, end } = findLinks(html);
  const untouched = unsubscribeUrls(headers);
  const isReadable = (url: string) => !octets || /^[ -~]*$/.test(url);
  const isTracked = ({ url }: HtmlLink) =>
    isTrackable(url) && isReadable(url) && !untouched.has(url) && !isOwn(ctx, url);
  const tracked = clicks ? links.filter(isTracked) : [];
  const wanted: { path: LinkPath; target: string }[] = tracked.map(({ url }) => ({ path: 'c', target: url }));
  if (opens) wanted.push({ path: 'o', target: '' });
  if (wanted.length === 0) return html;
  const tokens = await ctx.signed_links.sign(email_id, wanted);
  const urls = tokens.map((token, i) => `${trackingBase(ctx.settings)}/t/${wanted[i]?.path}/${token}`);
  const parts = tracked.map((link, i) => ({ ...link, text: `${link.quote}${urls[i]}${link.quote}` }));
  const pixel = opens ? [{ start: end, end, text: pixelOf(urls.at(-1) ?? '') }] : [];
  // Links after the last </body> come after the pixel.
  const all = [...parts, ...pixel].sort((a, b) => a.start - b.start);
  if (all.reduce((sum, { text }) => sum + text.length, 0) > max_added) {
    ctx.log.warn('tracking_skipped', { email_id, links: tracked.length });
    return html;
  }
  return replaceParts(html, all);
}

type Parts = { subject: string; html: string | null; text: string | null; headers: Record<string, string> };

/** Tracks the html of a message's content. The text part was derived before that. */
export async function trackContent<Content extends Parts>(
  ctx: Base & Links,
  email_id: Id<'msg'>,
  content: Content,
  tracking: Tracking,
): Promise<Content> {
  const { subject, html, text, headers } = content;
  if (!html || !(tracking.opens || tracking.clicks)) return content;
  const tracked = await trackHtml(ctx, { email_id, html, headers }, tracking);
  return { ...content, html: tracked, text: text || textFromHtml(html, subject) };
}
