import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import type { Called } from '../providers/provider.ts';
import { endStage, failed, type Slice, type Stop } from '../slice.ts';

type Ports = Base & Providers;

const resource = 'templates' as const;

/** The lists of the provider in the order in which they are read: by domain, or one, null. */
async function listsOf(ctx: Ports, { work: { connection } }: Slice): Promise<Called<(string | null)[]>> {
  const { domains } = connection.provider.templates;
  if (domains === undefined) return { outcome: 'ok', value: [null] };
  const called = await domains(ctx, connection);
  return called.outcome === 'ok'
    ? { outcome: 'ok', value: called.value.map(({ name }) => name).sort() }
    : called;
}

/**
 * Reads the next list; all are read before the first template, because aliases are given over all of them (M42). One that
 * cannot be read is left out (M9, M11).
 */
export async function gatherTemplates(ctx: Ports, slice: Slice): Promise<Stop | null> {
  const lists = await listsOf(ctx, slice);
  if (lists.outcome !== 'ok') {
    const stop = failed(ctx, slice, { resource, name: resource }, lists);
    if (stop !== 'left_out') return stop;
    endStage(slice);
    return null;
  }
  const { after } = slice.progress;
  const rest = lists.value.filter((name) => after === null || (name !== null && name > after));
  const [domain] = rest;
  if (domain !== undefined) {
    const stop = await readList(ctx, slice, { domain, several: lists.value.length > 1 });
    if (stop !== null) return stop;
  }
  const { templates } = slice.progress;
  slice.progress =
    rest.length > 1
      ? { ...slice.progress, after: domain ?? null, failing: null }
      : { ...slice.progress, after: null, templates: { ...templates, gathered: true }, failing: null };
  return null;
}

async function readList(
  ctx: Ports,
  slice: Slice,
  list: { domain: string | null; several: boolean },
): Promise<Stop | null> {
  const { connection } = slice.work;
  const called = await connection.provider.templates.list(ctx, connection, list);
  if (called.outcome === 'ok') {
    slice.request.heads = [...slice.request.heads, ...called.value];
    return null;
  }
  const name = list.domain === null ? resource : `${resource} of ${list.domain}`;
  const stop = failed(ctx, slice, { resource, name }, called);
  return stop === 'left_out' ? null : stop;
}
