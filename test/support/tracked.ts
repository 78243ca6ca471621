import { signedLinks } from '../../shared/aws/cursors.ts';
import { trackContent } from '../../shared/domain/content/track.ts';
import type { Base, Links } from '../../shared/domain/context.ts';

export const trackingBase = 'https://mail.example.com/api';
export const email_id = 'msg_01k8z4x9m7q2r5t8v1w3y6a0bc';

const secrets: Record<number, string> = { 1: 'a'.repeat(43), 2: 'b'.repeat(43) };

/** Signs and reads links with two secrets. The second is the newest. */
export const links = signedLinks({
  current: async () => ({ number: 2, secret: secrets[2] ?? '' }),
  numbered: async (number) => secrets[number] ?? null,
});

const contextOf = (settings: Partial<Base['settings']>) =>
  ({ ...base, settings: { base_url: trackingBase, ...settings } }) as unknown as Base & Links;

const base = {
  log: { info: () => {}, warn: () => {}, error: () => {} },
  signed_links: links,
};

type Message = { html: string | null; text?: string | null; headers?: Record<string, string> };

/** An email's content as sent from a domain with this tracking. */
export const track = (
  { html, text = null, headers = {} }: Message,
  { opens = false, clicks = true } = {},
  settings: Partial<Base['settings']> = {},
) =>
  trackContent(contextOf(settings), email_id, { subject: 'Hello', html, text, headers }, { opens, clicks });

const ours = new RegExp(`${trackingBase}/t/([oc])/([A-Za-z0-9_-]+)`, 'g');

/** What each tracked link of a text was signed for, in order. The pixel's is ''. */
export async function targetsOf(html: string): Promise<(string | null)[]> {
  const found = [...html.matchAll(ours)];
  return Promise.all(
    found.map(async ([, path, token = '']) => (await links.read(path as 'o' | 'c', token))?.target ?? null),
  );
}

/** The text with each tracked link replaced by its target, in HTML, and without the pixel. */
export async function undone(html: string): Promise<string> {
  const targets = await targetsOf(html);
  let i = 0;
  return html
    .replace(ours, () => (targets[i++] ?? '').replaceAll('&', '&amp;'))
    .replace(/<img src="" alt="" width="1" height="1" border="0" style="[^"]*">/, '');
}
