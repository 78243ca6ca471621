import * as z from 'zod';
import {
  readUnsubscribe,
  type Unsubscribing,
  unsubscribe,
} from '../../shared/domain/unsubscribe/unsubscribe.ts';
import { openRoute, type Route } from '../../shared/http/route.ts';
import { confirmPage, donePage, pageHeaders, refusedPage, unknownPage } from './pages.ts';

const open = {
  path: '/unsubscribe/{token}',
  status: 200,
  produces: 'text/html; charset=utf-8',
  response: z.string(),
} as const;

const answer = (status: number, body: string) => ({ status, body, headers: pageHeaders });

/** The one of two forms that was posted: a mail client's (RFC 8058) or the page's own (Q20); null: neither. */
function sourceOf(form: Record<string, unknown>): 'one_click' | 'link' | null {
  if (form['List-Unsubscribe'] === 'One-Click') return 'one_click';
  return form.confirm === '1' ? 'link' : null;
}

/** The pages behind an unsubscribe link (H40, Q20, Q21). */
export const unsubscribeRoutes: Route<Unsubscribing>[] = [
  openRoute({
    ...open,
    method: 'GET',
    summary: 'Show the page of an unsubscribe link',
    description: 'Changes nothing, since scanners follow links.',
    run: async (ctx, { params }) => {
      const token = await readUnsubscribe(ctx, params.token);
      return token === null ? answer(404, unknownPage()) : answer(200, confirmPage(token));
    },
  }),
  openRoute({
    ...open,
    method: 'POST',
    summary: 'Unsubscribe',
    description: 'By the one click of a mail client (RFC 8058) or the form of the page. Safe to repeat.',
    form: z.union([
      z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
      z.object({ confirm: z.literal('1') }),
    ]),
    run: async (ctx, { params, raw }) => {
      const source = sourceOf(raw);
      const text = params.token;
      const token = source === null ? await readUnsubscribe(ctx, text) : await unsubscribe(ctx, text, source);
      if (token === null) return answer(404, unknownPage());
      return source === null ? answer(400, refusedPage()) : answer(200, donePage(token));
    },
  }),
];
