import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { environment } from './environment.ts';
import type { TableFigures } from './table-figures.ts';

/** Node's options as on Lambda with 1,024 MB. */
const heap = '--max-old-space-size=922';

type Options = {
  /** The address of every provider. */
  url: string;
  api_key: string;
  slice_s?: number;
};

type Answer = { status: number; text: string; migration: MigrationRecord; retry_after_s: number };

const running = new Set<ChildProcess>();

/** Stops what a failed test has left. */
export async function stopImportProcesses(): Promise<void> {
  for (const child of running) await ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  running.delete(child);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The import function in its own process. */
export async function importProcess({ url, api_key, slice_s = 25 }: Options) {
  const child = spawn(process.execPath, [heap, `${import.meta.dirname}/import-function.ts`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...environment(),
      ...Object.fromEntries(
        ['SENDGRID_US', 'SENDGRID_EU', 'POSTMARK', 'MAILGUN_US', 'MAILGUN_EU'].map((name) => [
          `IMPORT_${name}_URL`,
          url,
        ]),
      ),
      IMPORT_SLICE_SECONDS: String(slice_s),
    },
  });
  running.add(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const base = `http://127.0.0.1:${port}`;
  const figures = async (): Promise<TableFigures> =>
    (await (await fetch(`${base}/figures`)).json()) as TableFigures;
  // The first figures show what it needs before any work.
  await figures();
  return {
    figures,
    /** POST /migrations. */
    post: async (body: object): Promise<Answer> => {
      const response = await fetch(`${base}/api/migrations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const retry_after_s = Number(response.headers.get('retry-after') ?? 0);
      return { status: response.status, text, migration: JSON.parse(text).migration, retry_after_s };
    },
    close: () => ended(child),
  };
}
