import { type Html, markup, nothing } from '../../../shared/http/html.ts';

type Live = {
  /** The page that is asked again. */
  path: string;
  /** Between two requests, and for how long they go on. */
  every_s: number;
  most_s: number;
  /** Nothing changes any more. */
  final: boolean;
  /** One line of what the part says, which is announced when it has changed. */
  news: string;
};

/** A part of a page that is asked for again while it changes (D41); without script it stays as it is. */
export function live({ path, every_s, most_s, final, news }: Live, content: Html): Html {
  const done = final ? markup` data-final` : nothing;
  return markup`<div id="state" hx-get="${path}" hx-trigger="every ${every_s}s" hx-select="#now" hx-swap="innerHTML" data-most="${Math.floor(most_s / every_s)}">
<div id="now" data-news="${news}"${done}>${content}</div></div>`;
}
