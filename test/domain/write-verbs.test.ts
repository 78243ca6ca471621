import { join, resolve } from 'node:path';
import type { Caller, Context } from '../../shared/domain/context.ts';
import { readTexts } from '../docs/files.ts';

type Verb = (ctx: Context, caller: Caller, ...input: unknown[]) => Promise<unknown>;

/** What a door calls; everything else in domain that takes a caller is a step of one of these. */
const doors = readTexts(['functions/**/*.{ts,tsx}', 'shared/http/**/*.ts', 'shared/smtp/**/*.ts']);

/** Reading needs no check of its own, and what `find` asks (check, path, named) only reads: the route says who may see it. */
const reads = /^(get|list|open|check|path|named)[A-Z]/;

const imported = /import \{([^}]*)\} from '([^']*\/domain\/[^']+)'/g;

/** Every name of domain that a door imports, with its file. */
const names = doors.flatMap(({ path, text }) =>
  [...text.matchAll(imported)].flatMap(([, list = '', from = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ name, file: resolve(path, '..', from) })),
  ),
);

const takesCaller = (text: string, name: string) =>
  new RegExp(`export async function ${name}(<[^(]*>)?\\(\\s*ctx: [^,()]+,\\s*caller: Caller\\b`).test(text);

const verbs = [...new Map(names.map((one) => [one.name, one])).values()].filter(({ name, file }) => {
  const [source] = readTexts([file]);
  return source !== undefined && takesCaller(source.text, name) && !reads.test(name);
});

/** Throws on every read: a verb that refuses has read nothing. */
const untouchable = new Proxy(
  {},
  {
    get: (_target, name) => {
      throw new Error(`read ${String(name)} before requireScope`);
    },
  },
);

const nothing: Caller = {
  account: untouchable as Caller['account'],
  source: 'api',
  actor: { kind: 'key', id: 'key_1' },
  tenant: null,
  scopes: [],
  allowed_domains: null,
  request_id: 'req_1',
};

test('the doors call verbs that write', () => {
  const found = verbs.map(({ name }) => name);
  expect(found).toEqual(
    expect.arrayContaining(['sendEmail', 'sendBatch', 'createTemplate', 'addSuppression', 'createEndpoint']),
  );
  expect(found.length).toBeGreaterThanOrEqual(20);
});

test.each(verbs)('$name asks for its scope before anything else', async ({ name, file }) => {
  const exported: Record<string, unknown> = await import(join(file));
  const verb = exported[name] as Verb;
  const called = verb(untouchable as Context, nothing, {}, {});
  await expect(called).rejects.toMatchObject({ code: 'insufficient_scope', details: { granted: [] } });
});

test('nothing in domain asks what kind of caller it has', () => {
  const asking = readTexts(['shared/domain/**/*.ts']).filter(({ text }) =>
    /actor\.kind|\{[^}]*\bkind\b[^}]*\} = [\w.]*actor/.test(text),
  );
  expect(asking.map(({ path }) => path)).toEqual([]);
});
