import { isObject, type Json, textOf } from '../../../../core/json-path.ts';
import type { TemplateHead } from '../../../../core/records/imports.ts';
import { slugOf } from '../../../templates/create-template.ts';
import { mapped, ok, remember } from '../../call-provider.ts';
import { shortId } from '../../templates/aliases.ts';
import type { Layout } from '../../templates/dialect.ts';
import { postmarkDialect } from '../dialects.ts';
import type { Ask, Called, TemplateReader } from '../provider.ts';
import { partOf } from '../rows.ts';
import { postmarkList, serverOf } from './client.ts';

const page = 100;

/** A template that can be sent. Layouts are read when a template names them. */
function headOf({ TemplateId, Name, Alias, Active, TemplateType }: Json, server: string): TemplateHead[] {
  const source_id = textOf(TemplateId);
  if (source_id === '' || Active === false || TemplateType === 'Layout') return [];
  const name = textOf(Name);
  const slug = slugOf(partOf(Alias) ?? name);
  return [{ source_id, name, slug, suffix: shortId(source_id), server, at: { id: source_id, domain: null } }];
}

const serverName = ({ Name, ID }: Json): string => slugOf(textOf(Name)) || textOf(ID);

const list: TemplateReader['list'] = async (connection) => {
  const server = await connection.call({ path: '/server', read: serverOf });
  if (server.outcome !== 'ok') return server;
  const name = serverName(server.value);
  const path = (offset: number) => `/templates?Count=${page}&Offset=${offset}&TemplateType=All`;
  const called = await postmarkList(connection, { path, name: 'Templates', limit: page });
  return mapped(called, (rows) => rows.flatMap((row) => headOf(row, name)));
};

const templateAt: Ask<Json, [id: string]> = (connection, id) =>
  connection.call({
    path: `/templates/${encodeURIComponent(id)}`,
    read: (body) => (isObject(body) && 'TemplateId' in body ? body : null),
  });

/** Outcomes of a call that may be different later. */
const passing = ['wait', 'unavailable', 'bad_answer', 'unauthorized'];

/** A layout, read once per request. An unreadable layout fails only its own templates. */
const layoutOf: Ask<Layout, [name: string]> = async (connection, name) => {
  const called = await remember(connection, `layout ${name}`, () => templateAt(connection, name));
  if (called.outcome !== 'ok' && !passing.includes(called.outcome)) return ok({ name, parts: 'missing' });
  return mapped(called, ({ HtmlBody, TextBody }) => ({
    name,
    parts: { html: partOf(HtmlBody), text: partOf(TextBody) },
  }));
};

const read: TemplateReader['read'] = async (connection, { at }) => {
  const called = await templateAt(connection, at.id);
  if (called.outcome !== 'ok') return called;
  const { Subject, HtmlBody, TextBody, LayoutTemplate } = called.value;
  const named = partOf(LayoutTemplate);
  // In Postmark's own example, a template without a layout contains the word.
  const around: Called<Layout | null> =
    named === null || named === 'null' ? ok(null) : await layoutOf(connection, named);
  const parts = { subject: partOf(Subject), html: partOf(HtmlBody), text: partOf(TextBody) };
  const dialect = postmarkDialect;
  return mapped(around, (layout) => ({ dialect, source: { ...parts, layout, has_sender: false } }));
};

export const postmarkTemplates: TemplateReader = { list, read, inlines_css: true };
