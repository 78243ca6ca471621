import type { Base } from '../context.ts';
import type { Connection } from './providers/provider.ts';
import type { Worked } from './run-slice.ts';

/** The log line of a request of an import (M71): ids, counts and codes, never a name, an address or a key. */
export function logRequest(
  ctx: Base,
  about: { migration_id: string | null; step: number | null; connection: Connection },
  { progress, rows, written, report, done, errors, stop }: Worked,
): void {
  const { migration_id, step, connection } = about;
  const { name, provider, seen, until } = connection;
  const { stage, position } = progress;
  const list = stage === 'suppressions' ? provider.lists[position.list]?.name : undefined;
  const started = until - ctx.settings.imports.slice_s * 1000;
  ctx.log.info('import_request', {
    migration_id,
    provider: name,
    step,
    phase: done ? 'done' : (list ?? stage),
    rows,
    written,
    skipped: report.totals.skipped,
    calls: seen.calls,
    waits: seen.waits,
    ms: ctx.runtime.now() - started,
    code: stop === null ? (errors.at(-1)?.code ?? null) : 'wait_s' in stop ? 'wait' : 'provider_auth_failed',
  });
}
