import { createHash } from 'node:crypto';

/** A body as applications send it: a short text and its HTML, 2 KB, 1 KB or less compressed. */
export function emailOf(domain: string, to: string | string[]) {
  const lines = Array.from(
    { length: 12 },
    (_, i) => `Item ${i + 1} of your order ${i * 7919}: ${(i * 31) % 97} pieces`,
  );
  return {
    from: `Acme <hello@${domain}>`,
    to,
    subject: 'Your order is on its way',
    text: lines.join('\n'),
    html: `<html><body><h1>Thank you</h1>${lines.map((line) => `<p style="color:#333">${line}</p>`).join('')}</body></html>`,
  };
}

/** The same with an HTML of 30 KB that compresses to more than an item holds. */
export function largeEmailOf(domain: string, to: string) {
  const noise = Array.from({ length: 700 }, (_, i) =>
    createHash('sha256').update(`${i}`).digest('base64url'),
  );
  return { ...emailOf(domain, to), html: `<html><body>${noise.join('<br>\n')}</body></html>` };
}
