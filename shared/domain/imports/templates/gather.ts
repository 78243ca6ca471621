import { mapped, ok } from '../call-provider.ts';
import type { Importing } from '../importing.ts';
import type { Ask } from '../providers/provider.ts';
import { advance, endStage, failed, type Slice, type Stage, type Stop } from '../slice.ts';

const resource = 'templates' as const;

/** The lists of the provider in the order in which they are read: by domain, or one, null. */
const listsOf: Ask<(string | null)[]> = async (connection) => {
  const { domains } = connection.provider.templates;
  if (domains === undefined) return ok([null]);
  return mapped(await domains(connection), (found) => found.map(({ name }) => name).sort());
};

/**
 * Reads the next list; all are read before the first template, because aliases are given over all of them (M42). One that
 * cannot be read is left out (M9, M11).
 */
export const gatherTemplates: Stage = async (ctx, slice) => {
  const lists = await listsOf(slice.work.connection);
  if (lists.outcome !== 'ok')
    return failed(ctx, slice, { resource, name: resource }, lists) ?? endStage(slice);
  const { after, templates } = slice.progress;
  const rest = lists.value.filter((name) => after === null || (name !== null && name > after));
  const [domain] = rest;
  if (domain !== undefined) {
    const stop = await readList(ctx, slice, { domain, several: lists.value.length > 1 });
    if (stop !== null) return stop;
  }
  if (rest.length > 1) advance(slice, { after: domain ?? null, failing: null });
  else advance(slice, { after: null, templates: { ...templates, gathered: true }, failing: null });
  return null;
};

async function readList(
  ctx: Importing,
  slice: Slice,
  list: { domain: string | null; several: boolean },
): Promise<Stop | null> {
  const { connection } = slice.work;
  const called = await connection.provider.templates.list(connection, list);
  if (called.outcome === 'ok') {
    slice.request.heads = [...slice.request.heads, ...called.value];
    return null;
  }
  const name = list.domain === null ? resource : `${resource} of ${list.domain}`;
  return failed(ctx, slice, { resource, name }, called);
}
