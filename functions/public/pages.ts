import { escapeHtml } from '../../shared/core/escape.ts';
import type { Category } from '../../shared/core/records/emails.ts';

/** The headers of the pages: no script, no cookie, no frame, no trace in a log or an index (Q21). */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
};

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'button{font:inherit;padding:.6rem 1.4rem;border:0;border-radius:6px;background:#1a1a1a;color:#fff;cursor:pointer}';

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

function mailOf(category: Category): string {
  return category === 'transactional'
    ? 'any more email from this sender'
    : `${category} emails from this sender`;
}

type UnsubscribeResult = { address: string; category: Category };

/** The page that asks: it changes nothing, since scanners follow links (H40). */
export function confirmPage({ address, category }: UnsubscribeResult): string {
  return page(
    'Unsubscribe',
    `<p>Do you want <strong>${escapeHtml(address)}</strong> not to receive ${mailOf(category)}?</p>
<form method="post"><input type="hidden" name="confirm" value="1"><button type="submit">Unsubscribe</button></form>`,
  );
}

export function donePage({ address, category }: UnsubscribeResult): string {
  return page(
    'You are unsubscribed',
    `<p><strong>${escapeHtml(address)}</strong> will not receive ${mailOf(category)}.</p>`,
  );
}

export function unknownPage(): string {
  return page('Link not found', '<p>This unsubscribe link is incomplete or not valid.</p>');
}

export function refusedPage(): string {
  return page(
    'Not unsubscribed',
    '<p>Nothing was changed. Open the link of the email and confirm there.</p>',
  );
}
