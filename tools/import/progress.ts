import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Progress on stderr: what came so far, rows a second, and what is waited for. */
export function progressOf(what: 'preview' | 'import') {
  const began = performance.now();
  const phase = ({ domains, webhooks, templates, suppressions, has_more }: MigrationRecord): string => {
    if (!has_more) return 'done';
    if (suppressions.totals.found > 0) return 'suppressions';
    if (templates.totals.found > 0) return 'templates';
    if (webhooks.totals.found > 0) return 'webhooks';
    return domains.totals.found > 0 ? 'domains' : 'begun';
  };
  return {
    after: (whole: MigrationRecord): void => {
      const rows = whole.suppressions.totals.found + whole.templates.totals.found;
      const seconds = (performance.now() - began) / 1000;
      say(`${what}: ${phase(whole)}, ${rows} rows, ${Math.round(rows / Math.max(seconds, 0.001))} a second`);
    },
    wait: ({ seconds, why }: { seconds: number; why: string }): void =>
      say(`${what}: waits ${seconds} s (${why})`),
    say,
  };
}
