import type { Io } from '../io.ts';
import type { Migration } from './migration.ts';

/** Progress on stderr: what came so far, rows a second, and what is waited for. */
export function progressOf({ err, now }: Io, what: 'preview' | 'import') {
  const began = now();
  const phase = ({ domains, webhooks, templates, suppressions, has_more }: Migration): string => {
    if (!has_more) return 'done';
    if (suppressions.totals.found > 0) return 'suppressions';
    if (templates.totals.found > 0) return 'templates';
    if (webhooks.totals.found > 0) return 'webhooks';
    return domains.totals.found > 0 ? 'domains' : 'begun';
  };
  return {
    after: (whole: Migration): void => {
      const rows = whole.suppressions.totals.found + whole.templates.totals.found;
      const seconds = (now() - began) / 1000;
      err(
        `${what}: ${phase(whole)}, ${rows} rows, ${Math.round(rows / Math.max(seconds, 0.001))} a second\n`,
      );
    },
    wait: ({ seconds, why }: { seconds: number; why: string }): void =>
      err(`${what}: waits ${seconds} s (${why})\n`),
  };
}
