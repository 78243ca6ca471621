import { isObject, type Json } from '../../../../core/json-path.ts';
import type { TemplateHead } from '../../../../core/records/imports.ts';
import { textOf } from '../../../../core/text-of.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { slugOf } from '../../../templates/create-template.ts';
import { callProvider, remember } from '../../call-provider.ts';
import { partOf, shortId } from '../../templates/reader.ts';
import type { Layout } from '../../templates/source.ts';
import type { Called, Connection, ReadTemplate, TemplateReader } from '../provider.ts';
import { postmarkList } from './client.ts';
import { postmarkDialect } from './dialect.ts';
import { serverOf } from './wire.ts';

const page = 100;

/** A template that sends; layouts are read where one names them (M43). */
function headOf({ TemplateId, Name, Alias, Active, TemplateType }: Json, server: string): TemplateHead[] {
  const source_id = textOf(TemplateId);
  if (source_id === '' || Active === false || TemplateType === 'Layout') return [];
  const name = textOf(Name);
  const slug = slugOf(partOf(Alias) ?? name);
  return [{ source_id, name, slug, suffix: shortId(source_id), server, at: { id: source_id, domain: null } }];
}

/** What the server is called, in an alias. */
const serverName = ({ Name, ID }: Json): string => slugOf(textOf(Name)) || textOf(ID);

async function list(ctx: Base & Providers, connection: Connection): Promise<Called<TemplateHead[]>> {
  const server = await callProvider(ctx, connection, { path: '/server', read: serverOf });
  if (server.outcome !== 'ok') return server;
  const name = serverName(server.value);
  const called = await postmarkList(ctx, connection, {
    path: (offset) => `/templates?Count=${page}&Offset=${offset}&TemplateType=All`,
    name: 'Templates',
    limit: page,
  });
  if (called.outcome !== 'ok') return called;
  return { outcome: 'ok', value: called.value.flatMap((row) => headOf(row, name)) };
}

const isTemplate = (body: unknown) => (isObject(body) && 'TemplateId' in body ? body : null);

/** What comes without a usable answer now, and may come later. */
const passing = ['wait', 'unavailable', 'bad_answer', 'unauthorized'];

/** A layout, read once in a request; one that cannot be read leaves its templates alone (M49). */
async function layoutOf(
  ctx: Base & Providers,
  connection: Connection,
  name: string,
): Promise<Called<Layout>> {
  const path = `/templates/${encodeURIComponent(name)}`;
  const called = await remember(connection, `layout ${name}`, () =>
    callProvider(ctx, connection, { path, read: isTemplate }),
  );
  if (called.outcome === 'ok') {
    const parts = { html: partOf(called.value.HtmlBody), text: partOf(called.value.TextBody) };
    return { outcome: 'ok', value: { name, parts } };
  }
  return passing.includes(called.outcome) ? called : { outcome: 'ok', value: { name, parts: 'missing' } };
}

async function read(
  ctx: Base & Providers,
  connection: Connection,
  { at }: TemplateHead,
): Promise<Called<ReadTemplate>> {
  const path = `/templates/${encodeURIComponent(at.id)}`;
  const called = await callProvider(ctx, connection, { path, read: isTemplate });
  if (called.outcome !== 'ok') return called;
  const { Subject, HtmlBody, TextBody, LayoutTemplate } = called.value;
  const named = partOf(LayoutTemplate);
  // Postmark's own example of none is the word.
  const around = named === null || named === 'null' ? null : await layoutOf(ctx, connection, named);
  if (around !== null && around.outcome !== 'ok') return around;
  const parts = { subject: partOf(Subject), html: partOf(HtmlBody), text: partOf(TextBody) };
  const layout = around?.value ?? null;
  return {
    outcome: 'ok',
    value: { dialect: postmarkDialect, source: { ...parts, layout, has_sender: false } },
  };
}

/** Postmark's templates, with their layouts. */
export const postmarkTemplates: TemplateReader = { list, read, inlines_css: true };
