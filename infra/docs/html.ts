import { raw } from 'hono/html';
import { type Html, markup } from '../../shared/http/html.ts';

export { type Html, markup };

/** Html that markdown-it or highlight.js made. Both escape the text they get. */
export const trusted = (html: string): Html => raw(html);
