import type { Child, Html } from '../../../shared/http/html.ts';

type LiveContent = {
  /** The page that is refreshed. */
  path: string;
  /** The time between two refreshes, and the total time to refresh. */
  every_s: number;
  most_s: number;
  /** Whether nothing will change anymore. */
  final: boolean;
  /** A one-line summary that screen readers announce when it changes. */
  news: string;
  children: Child;
};

/** A part of a page that is refreshed while it changes. Without the script it stays unchanged. */
export const Live = ({ path, every_s, most_s, final, news, children }: LiveContent): Html => (
  <div
    id="state"
    hx-get={path}
    hx-trigger={`every ${every_s}s`}
    hx-select="#now"
    hx-swap="innerHTML"
    data-most={Math.floor(most_s / every_s)}
  >
    <div id="now" data-news={news} data-final={final ? '' : undefined}>
      {children}
    </div>
  </div>
);
