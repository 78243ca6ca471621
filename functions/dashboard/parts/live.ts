import { type Html, markup, nothing } from '../../../shared/http/html.ts';

type Live = {
  /** The page that is requested again. */
  path: string;
  /** The time between two requests, and that of all of them. */
  every_s: number;
  most_s: number;
  /** Nothing changes any more. */
  final: boolean;
  /** One line about the part, which a screen reader reads when it has changed. */
  news: string;
};

/** A part of a page that is requested again while it changes; without script it stays as it is. */
export function live({ path, every_s, most_s, final, news }: Live, content: Html): Html {
  const done = final ? markup` data-final` : nothing;
  return markup`<div id="state" hx-get="${path}" hx-trigger="every ${every_s}s" hx-select="#now" hx-swap="innerHTML" data-most="${Math.floor(most_s / every_s)}">
<div id="now" data-news="${news}"${done}>${content}</div></div>`;
}
