import { resolve } from 'node:path';
import type { Input } from '../command.ts';
import { UsageError } from '../io.ts';
import { printJson } from '../output.ts';
import { accountOf, Refused, readImport, readReport, requestImport } from './api.ts';
import { readSecrets, tryFolder, writeFiles, writeSecrets } from './files.ts';
import { mergeAnswers, secretsOf, withMade, withSecrets } from './merge.ts';
import type { Migration } from './migration.ts';
import { type Keys, type Options, readKeys, readOptions } from './options.ts';
import { savedImport } from './saved.ts';
import {
  cutLines,
  dnsLines,
  draftLines,
  durationLine,
  nextSteps,
  progressOf,
  secretLines,
  totalsTable,
  troubles,
  truncatedLines,
} from './show.ts';

const exits = { completed: 0, partial: 3, failed: 1, in_progress: 1 } as const;

/** One run of the command. `out` is the folder for its files. */
type Course = { input: Input; options: Options; keys: Keys; out: string | undefined };

const bodyOf = ({ options: { provider, region, resources }, keys }: Course): object => ({
  provider,
  region,
  resources,
  ...keys,
});

type Progress = ReturnType<typeof progressOf>;

/** Makes all requests of an import or preview, starting at a cursor. `each` gets every response. */
async function runToEnd(
  { input }: Course,
  body: object,
  from: { cursor?: string | undefined; progress: Progress; each?: (answer: Migration) => void },
): Promise<Migration> {
  let merged: Migration | null = null;
  for (let { cursor } = from; ; ) {
    const answer = await requestImport(input, { ...body, ...(cursor && { cursor }) }, from.progress.wait);
    merged = mergeAnswers(merged, answer);
    from.each?.(answer);
    from.progress.after(merged);
    if (!answer.has_more || answer.next_cursor === null) return merged;
    cursor = answer.next_cursor;
    const seconds = answer.retry_after_seconds ?? 0;
    if (seconds > 0) from.progress.wait({ seconds, why: 'provider limit' });
    await input.io.sleep(seconds * 1000);
  }
}

/**
 * Max preview requests if the provider asks to wait, because previews count toward the limit of ten imports
 * per hour.
 */
const previews = 3;

/** The preview. If the provider asked to wait, waits and repeats it. */
async function preview(course: Course): Promise<Migration> {
  const { io } = course.input;
  const progress = progressOf(io, 'preview');
  for (let asked = 1; ; asked++) {
    const answer = await runToEnd(course, { ...bodyOf(course), dry_run: true }, { progress });
    const seconds = answer.retry_after_seconds ?? 0;
    if (seconds === 0 || asked === previews) return answer;
    progress.wait({ seconds, why: 'provider limit' });
    await io.sleep(seconds * 1000);
  }
}

/** Shows the preview and asks for confirmation. */
async function previewed(course: Course): Promise<Migration | 'yes' | 'no'> {
  const { io, json } = course.input;
  const { provider, dry_run, yes } = course.options;
  if (!dry_run && !yes && io.ask === undefined)
    throw new UsageError('Not running in a terminal. Pass --yes to confirm, or --dry-run to preview.');
  const shown = await preview(course);
  const text = [
    `Preview of the import from ${provider}:`,
    ...totalsTable(shown),
    ...cutLines(shown),
    durationLine(shown),
    ...draftLines(shown),
    ...troubles(shown),
  ].join('\n');
  if (dry_run && json) return shown;
  (json ? io.err : io.out)(`${text}\n`);
  if (dry_run) return shown;
  if (yes) return 'yes';
  const answer = (await io.ask?.('Start the import now? [y/N] ', { hidden: false })) ?? '';
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
}

type Saved = ReturnType<typeof savedImport>;

/** If the work stops, prints created secrets that no file has, because no later response includes them. */
async function orShown<T>(
  { input: { io }, out }: Course,
  made: Migration['webhooks']['items'],
  work: () => Promise<T>,
): Promise<T> {
  const show = () => {
    const lines = out === undefined ? secretLines({ items: made }) : [];
    if (lines.length > 0) io.err(`${lines.join('\n')}\n`);
  };
  const { signal } = io;
  signal?.addEventListener('abort', show, { once: true });
  try {
    return await work();
  } catch (error) {
    if (!signal?.aborted) show();
    throw error;
  } finally {
    signal?.removeEventListener('abort', show);
  }
}

/** Imports from a cursor, or from the beginning for null. Saves the cursor after each response. */
async function imported(
  course: Course,
  { saved, cursor }: { saved: Saved; cursor: string | null },
): Promise<Migration> {
  const { input, out } = course;
  let secrets = cursor === null || out === undefined ? {} : readSecrets(out);
  const made: Migration['webhooks']['items'] = [];
  const each = (answer: Migration): void => {
    const fresh = secretsOf(answer);
    secrets = { ...secrets, ...fresh };
    made.push(...answer.webhooks.items);
    if (out !== undefined && Object.keys(fresh).length > 0) writeSecrets(out, secrets);
    const { id, next_cursor } = answer;
    if (next_cursor !== null && id !== null) saved.write({ cursor: next_cursor, id });
  };
  const from = { cursor: cursor ?? undefined, progress: progressOf(input.io, 'import'), each };
  return orShown(course, made, async () => {
    const own = await runToEnd(course, bodyOf(course), from);
    const merged = await readImport(input, own.id as string);
    // Responses over 5 MB have truncated lists. This run's responses together contain everything.
    if (merged === null || (merged.truncated && cursor === null)) return own;
    return withSecrets(withMade(merged, made), secrets);
  });
}

/**
 * Resumes an interrupted import. Returns null if none is saved or its cursor is rejected, so the import
 * starts over.
 */
async function resumed(course: Course, saved: Saved): Promise<Migration | null> {
  const before = saved.read();
  if (before === null) return null;
  const { err } = course.input.io;
  err('Resuming the interrupted import. Use --restart to start over.\n');
  try {
    return await imported(course, { saved, cursor: before.cursor });
  } catch (error) {
    if (!(error instanceof Refused) || error.field !== 'cursor') throw error;
    saved.remove();
    err(
      "The interrupted import can't be resumed, so it starts over. Objects already imported are skipped.\n",
    );
    return null;
  }
}

async function report({ input, out }: Course, migration: Migration): Promise<void> {
  const csv = out === undefined || migration.id === null ? null : await readReport(input, migration.id);
  if (out !== undefined) writeFiles(out, { migration, csv });
  const lines = [
    `Import from ${migration.provider}: ${migration.status}`,
    ...totalsTable(migration),
    ...truncatedLines(migration),
    ...secretLines(migration.webhooks),
    ...dnsLines(migration),
    ...draftLines(migration),
    ...troubles(migration),
    ...nextSteps(),
  ];
  if (input.json) printJson(input.io, { migration });
  else input.io.out(`${lines.join('\n')}\n`);
}

/** Runs the command. Returns the exit status. */
export async function runImport(input: Input): Promise<number> {
  const options = readOptions(input);
  const { io, json } = input;
  const keys = await readKeys(input, options);
  const out = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  if (out !== undefined && !options.dry_run) tryFolder(out, options.out ?? '');
  const course = { input, options, keys, out };
  const saved = savedImport(io, options, await accountOf(input));
  if (options.restart) saved.remove();
  let migration = options.dry_run ? null : await resumed(course, saved);
  if (migration === null) {
    const answer = await previewed(course);
    if (answer === 'no') return 0;
    if (answer !== 'yes') {
      if (json) printJson(io, { migration: answer });
      return 0;
    }
    migration = await imported(course, { saved, cursor: null });
  }
  await report(course, migration);
  saved.remove();
  return exits[migration.status];
}
