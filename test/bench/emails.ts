import { createHash } from 'node:crypto';

/** A typical body: a short text and its HTML, 2 KB, or at most 1 KB compressed. */
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

/** The same with 30 KB of HTML, which is too large for an item even when compressed. */
export function largeEmailOf(domain: string, to: string) {
  const noise = Array.from({ length: 700 }, (_, i) =>
    createHash('sha256').update(`${i}`).digest('base64url'),
  );
  return { ...emailOf(domain, to), html: `<html><body>${noise.join('<br>\n')}</body></html>` };
}
