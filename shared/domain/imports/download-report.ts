import { buffer } from 'node:stream/consumers';
import { answer_bytes, travelBytes } from '../../core/answer-size.ts';
import type { Import, ImportPart } from '../../core/records/imports.ts';
import type { Base, ExportFiles } from '../context.ts';
import type { Imports } from '../ports/imports.ts';
import { csvType } from '../suppressions/csv.ts';
import { seeTemplates, type TemplatesSeen, templatesSeen } from './code/templates-seen.ts';
import { shownImport } from './get-import.ts';
import type { MigrationRecord } from './import-record.ts';
import { csvHead, csvOf, csvOfSuppressions } from './report.ts';
import { listNames, listsOf, noLists, type ReportLists } from './report-lists.ts';

/** Seconds that the link to a file lives (M31). */
const link_s = 3_600;

type ListName = keyof ReportLists;

/** A report as fixed text and the lists between it. */
type Piece = string | { list: ListName };

/** How a report is written: the items of a list that one request has, what is between those of two, and the whole. */
type Form = {
  type: string;
  items: <Name extends ListName>(name: Name, items: ReportLists[Name]) => string;
  between: string;
  whole: (shell: MigrationRecord) => Piece[];
};

const listed = (...names: ListName[]): Piece[] => names.map((list) => ({ list }));

const csvForm: Form = {
  type: csvType,
  items: (name, items) => csvOf[name](items),
  between: '',
  whole: ({ suppressions }) => [
    ...[csvHead, ...listed('domains', 'webhooks', 'templates')],
    ...[csvOfSuppressions(suppressions), ...listed('errors', 'attention')],
  ],
};

const jsonForm: Form = {
  type: 'application/json; charset=utf-8',
  items: (_name, items) => JSON.stringify(items).slice(1, -1),
  between: ',',
  whole: (shell) => {
    const { domains, webhooks, templates, errors: _e, attention: _a, template_map: _m, ...rest } = shell;
    const resources = { domains, webhooks, templates };
    return [
      `{"migration":${JSON.stringify(rest).slice(0, -1)}`,
      ...(['domains', 'webhooks', 'templates'] as const).flatMap((list) => [
        `,"${list}":{"totals":${JSON.stringify(resources[list].totals)},"items":[`,
        ...[{ list }, ']}'],
      ]),
      ...(['errors', 'attention', 'template_map'] as const).flatMap((list) => [
        ...[`,"${list}":[`, { list }, ']'],
      ]),
      '}}',
    ];
  },
};

const forms = { csv: csvForm, json: jsonForm };

type Parts = AsyncIterable<ImportPart> | Iterable<ImportPart>;

type Looked = {
  seen: TemplatesSeen;
  /** Lists that have items. */
  filled: Set<ListName>;
  /** All parts, while they are an answer; those of a larger report are read again for each list. */
  parts: ImportPart[] | null;
};

/** Reads a report once, one part at a time. */
async function look(parts: Parts, { items }: Form): Promise<Looked> {
  const looked: Looked = { seen: templatesSeen([]), filled: new Set(), parts: [] };
  let bytes = 0;
  for await (const part of parts) {
    const lists = listsOf(part);
    for (const name of listNames) {
      if (lists[name].length === 0) continue;
      looked.filled.add(name);
      bytes += Buffer.byteLength(items(name, lists[name]));
    }
    seeTemplates(looked.seen, part.items.templates);
    looked.parts?.push(part);
    if (bytes > answer_bytes) looked.parts = null;
  }
  return looked;
}

/** The items of one list, request by request, and those of no request. */
async function* listOf<Name extends ListName>(
  name: Name,
  parts: Parts,
  later: ReportLists,
): AsyncGenerator<ReportLists[Name]> {
  for await (const part of parts) yield listsOf(part)[name];
  yield later[name];
}

/** The report piece by piece; of its lists one part of one request at a time is in memory. */
async function* write(
  { items, between, whole }: Form,
  {
    shell,
    filled,
    parts,
    later,
  }: { shell: MigrationRecord; filled: Set<ListName>; parts: () => Parts; later: ReportLists },
): AsyncGenerator<Buffer> {
  for (const piece of whole(shell)) {
    if (typeof piece === 'string') {
      yield Buffer.from(piece);
      continue;
    }
    const { list } = piece;
    let before = '';
    for await (const some of listOf(list, filled.has(list) ? parts() : [], later)) {
      const text = items(list, some);
      if (text === '') continue;
      yield Buffer.from(before + text);
      before = between;
    }
  }
}

/**
 * GET /migrations/{id}/report: everything that the import reported, as CSV or as the JSON of GET /migrations/{id} (M30). Over 5 MB
 * it is written to an object piece by piece, so that its size takes no memory; the object's link lives an hour (M31).
 */
export async function downloadReport(
  ctx: Base & ExportFiles & Imports,
  one: Import,
  format: keyof typeof forms,
): Promise<{ name: string; type: string; text: string } | { location: string }> {
  const form = forms[format];
  const { type } = form;
  const name = `${one.id}.${format}`;
  const { seen, filled, parts } = await look(ctx.imports.parts(one), form);
  const shell = await shownImport(ctx, one, { lists: noLists(), seen, truncated: false });
  // What is no part of any request: that an import was abandoned.
  const later = { ...noLists(), errors: shell.errors as ReportLists['errors'] };
  const chunks = () => write(form, { shell, filled, parts: () => parts ?? ctx.imports.parts(one), later });
  if (parts !== null) {
    const text = (await buffer(chunks())).toString();
    if (travelBytes(text) <= answer_bytes) return { name, type, text };
  }
  return { location: await ctx.exports.write(one.account, { name, type, chunks: chunks() }, link_s) };
}
