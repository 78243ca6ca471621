import * as z from 'zod';
import type { Category } from '../../shared/core/records/emails.ts';
import {
  readUnsubscribe,
  type Unsubscribing,
  unsubscribe,
} from '../../shared/domain/unsubscribe/unsubscribe.ts';
import { type Html, markup } from '../../shared/http/html.ts';
import { openRoute, type Route } from '../../shared/http/route.ts';

/** Page headers: no scripts, cookies, or frames, and no trace in logs or search indexes. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
};

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'button{font:inherit;padding:.6rem 1.4rem;border:0;border-radius:6px;background:#1a1a1a;color:#fff;cursor:pointer}';

function page(title: string, content: Html): string {
  return markup`<!doctype html>
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
`.toString();
}

function mailOf(category: Category): string {
  return category === 'transactional' ? 'any email from this sender' : `${category} emails from this sender`;
}

type UnsubscribeResult = { address: string; category: Category };

/** The confirmation page. It changes nothing, because scanners follow links. */
function confirmPage({ address, category }: UnsubscribeResult): string {
  return page(
    'Unsubscribe',
    markup`<p>Unsubscribe <strong>${address}</strong>? This address will no longer receive ${mailOf(category)}.</p>
<form method="post"><input type="hidden" name="confirm" value="1"><button type="submit">Unsubscribe</button></form>`,
  );
}

function donePage({ address, category }: UnsubscribeResult): string {
  return page(
    'You are unsubscribed',
    markup`<p><strong>${address}</strong> will no longer receive ${mailOf(category)}.</p>`,
  );
}

const unknownPage = page('Link not found', markup`<p>This unsubscribe link is incomplete or invalid.</p>`);

const refusedPage = page(
  'Not unsubscribed',
  markup`<p>Nothing was changed. Open the link in the email and confirm there.</p>`,
);

const open = {
  path: '/unsubscribe/{token}',
  status: 200,
  also: [404],
  produces: 'text/html; charset=utf-8',
  response: z.string(),
} as const;

const answer = (status: number, body: string) => ({ status, body, headers: pageHeaders });

/** Which form was posted: a mail client's (RFC 8058), the page's own, or null for neither. */
function sourceOf(form: Record<string, unknown>): 'one_click' | 'link' | null {
  // Some clients end the body with a line break.
  const isField = (name: string, value: string) => String(form[name]).trim() === value;
  if (isField('List-Unsubscribe', 'One-Click')) return 'one_click';
  return isField('confirm', '1') ? 'link' : null;
}

export const unsubscribeRoutes: Route<Unsubscribing>[] = [
  openRoute({
    ...open,
    method: 'GET',
    summary: 'Show the unsubscribe page',
    description: "Opening this page doesn't unsubscribe anyone, because mail scanners open links, too.",
    run: async (ctx, { params }) => {
      const token = await readUnsubscribe(ctx, params.token);
      return token === null ? answer(404, unknownPage) : answer(200, confirmPage(token));
    },
  }),
  openRoute({
    ...open,
    method: 'POST',
    summary: 'Unsubscribe',
    description:
      "Called by a mail app's one-click unsubscribe (RFC 8058), or by the form on the unsubscribe page. Safe to repeat.",
    form: z.union([
      z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
      z.object({ confirm: z.literal('1') }),
    ]),
    run: async (ctx, { params, raw }) => {
      const source = sourceOf(raw);
      const text = params.token;
      const token = source === null ? await readUnsubscribe(ctx, text) : await unsubscribe(ctx, text, source);
      if (token === null) return answer(404, unknownPage);
      return source === null ? answer(400, refusedPage) : answer(200, donePage(token));
    },
  }),
];
