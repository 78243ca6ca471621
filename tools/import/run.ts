import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { accountOf, Refused, readImport, readReport, requestImport } from './api.ts';
import { readSecrets, tryFolder, writeFiles, writeSecrets } from './files.ts';
import type { Access } from './keys.ts';
import { mergeAnswers, secretsOf, withSecrets } from './merge.ts';
import { type Options, UsageError } from './options.ts';
import { progressOf } from './progress.ts';
import { savedImport } from './saved.ts';
import { dnsLines, draftLines, durationLine, nextSteps, secretLines, totalsTable, troubles } from './show.ts';
import { ask } from './terminal.ts';

const exits = { completed: 0, partial: 3, failed: 1, in_progress: 1 } as const;

function bodyOf({ provider, region, resources }: Options, access: Access): object {
  const { provider_key, account_api_key } = access;
  return { provider, region, resources, api_key: provider_key, account_api_key };
}

type Progress = ReturnType<typeof progressOf>;

/** Every request of an import or preview from a cursor on; `each` sees the answers one by one. */
async function finish(
  access: Access,
  body: object,
  from: { cursor?: string | undefined; progress: Progress; each?: (answer: MigrationRecord) => void },
): Promise<MigrationRecord> {
  let whole: MigrationRecord | null = null;
  for (let { cursor } = from; ; ) {
    const answer = await requestImport(access, { ...body, ...(cursor && { cursor }) }, from.progress.wait);
    whole = mergeAnswers(whole, answer);
    from.each?.(answer);
    from.progress.after(whole);
    if (!answer.has_more || answer.next_cursor === null) return whole;
    cursor = answer.next_cursor;
    const seconds = answer.retry_after_seconds ?? 0;
    if (seconds > 0) from.progress.wait({ seconds, why: 'the provider' });
    await sleep(seconds * 1000);
  }
}

/** The preview, and the question; false: not to be imported. */
async function previewed(options: Options, access: Access): Promise<MigrationRecord | 'yes' | 'no'> {
  const { dry_run, yes, json } = options;
  if (!dry_run && !yes && !process.stdin.isTTY)
    throw new UsageError('Without a terminal nobody can be asked: add --yes, or --dry-run.');
  const preview = await finish(
    access,
    { ...bodyOf(options, access), dry_run: true },
    { progress: progressOf('preview') },
  );
  const text = [
    `Preview of ${options.provider}:`,
    ...totalsTable(preview),
    durationLine(preview),
    ...draftLines(preview),
    ...troubles(preview),
  ].join('\n');
  if (dry_run && json) return preview;
  (json ? process.stderr : process.stdout).write(`${text}\n`);
  if (dry_run) return preview;
  if (yes) return 'yes';
  const answer = await ask('Import it now? [y/N] ', { hidden: false });
  return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
}

type Saved = ReturnType<typeof savedImport>;

/** Imports from a cursor on, null: from the beginning; the cursor is kept after each answer (M66). */
async function imported(
  options: Options,
  access: Access,
  { saved, cursor }: { saved: Saved; cursor: string | null },
): Promise<MigrationRecord> {
  const { out } = options;
  let secrets = cursor === null || out === undefined ? {} : readSecrets(out);
  const each = (answer: MigrationRecord): void => {
    const made = secretsOf(answer);
    secrets = { ...secrets, ...made };
    if (out !== undefined && Object.keys(made).length > 0) writeSecrets(out, secrets);
    const { id, next_cursor } = answer;
    if (next_cursor !== null && id !== null) saved.write({ cursor: next_cursor, id });
  };
  const from = { cursor: cursor ?? undefined, progress: progressOf('import'), each };
  const own = await finish(access, bodyOf(options, access), from);
  const whole = (await readImport(access, own.id as string)) ?? own;
  return withSecrets(whole, secrets);
}

/** Goes on with an import that was broken off; null: there is none, or its cursor is refused, and all begins again. */
async function resumed(options: Options, access: Access, saved: Saved): Promise<MigrationRecord | null> {
  const before = saved.read();
  if (before === null) return null;
  const say = (line: string) => process.stderr.write(`${line}\n`);
  say('Goes on with the import that was broken off (--restart begins again).');
  try {
    return await imported(options, access, { saved, cursor: before.cursor });
  } catch (error) {
    if (!(error instanceof Refused) || error.field !== 'cursor') throw error;
    saved.remove();
    say('The import that was broken off cannot go on: it begins again, what is there is skipped.');
    return null;
  }
}

async function report(options: Options, access: Access, migration: MigrationRecord): Promise<void> {
  const { out, json } = options;
  const csv = out === undefined || migration.id === null ? null : await readReport(access, migration.id);
  if (out !== undefined) writeFiles(out, { migration, csv });
  const lines = [
    `Import from ${migration.provider}: ${migration.status}`,
    ...totalsTable(migration),
    ...secretLines(migration),
    ...dnsLines(migration),
    ...draftLines(migration),
    ...troubles(migration),
    ...nextSteps(),
  ];
  process.stdout.write(json ? `${JSON.stringify({ migration })}\n` : `${lines.join('\n')}\n`);
}

/** The course of `npm run import` (M65); the exit status. */
export async function runImport(options: Options, access: Access): Promise<number> {
  if (options.out !== undefined && !options.dry_run) tryFolder(options.out);
  const saved = savedImport(options, await accountOf(access));
  if (options.restart) saved.remove();
  let migration = options.dry_run ? null : await resumed(options, access, saved);
  if (migration === null) {
    const answer = await previewed(options, access);
    if (answer === 'no') return 0;
    if (answer !== 'yes') {
      if (options.json) process.stdout.write(`${JSON.stringify({ migration: answer })}\n`);
      return 0;
    }
    migration = await imported(options, access, { saved, cursor: null });
  }
  await report(options, access, migration);
  saved.remove();
  return exits[migration.status];
}
