import { answer_bytes, travelBytes } from '../../core/answer-size.ts';
import type { Import } from '../../core/records/imports.ts';
import type { Base, ExportFiles } from '../context.ts';
import type { Imports } from '../ports/imports.ts';
import { csvType } from '../suppressions/csv.ts';
import { seeTemplates, templatesSeen } from './code/templates-seen.ts';
import { shownImport } from './get-import.ts';
import type { MigrationRecord } from './import-record.ts';
import { csvHead, csvOf, csvOfSuppressions } from './report.ts';
import { listNames, listsOf, noLists, type ReportLists } from './report-lists.ts';

/** Seconds that the link to a file lives (M31). */
const link_s = 3_600;

type ListName = keyof ReportLists;

/** The written items of each list, request by request: a report is larger than its bytes while it is objects. */
type Written = Record<ListName, Buffer[]>;

/** How a report is written: the items of a list, and the whole around them. */
type Form = {
  type: string;
  items: <Name extends ListName>(name: Name, items: ReportLists[Name]) => string;
  whole: (shell: MigrationRecord, written: Written) => Buffer[];
};

const csvForm: Form = {
  type: csvType,
  items: (name, items) => csvOf[name](items),
  whole: ({ suppressions }, { domains, webhooks, templates, errors, attention }) => [
    ...[Buffer.from(csvHead), ...domains, ...webhooks, ...templates],
    ...[Buffer.from(csvOfSuppressions(suppressions)), ...errors, ...attention],
  ],
};

/** The items of all requests as one array. */
const array = (written: Buffer[]): Buffer[] => [
  Buffer.from('['),
  ...written.flatMap((items, i) => (i === 0 ? [items] : [Buffer.from(','), items])),
  Buffer.from(']'),
];

const jsonForm: Form = {
  type: 'application/json; charset=utf-8',
  items: (_name, items) => JSON.stringify(items).slice(1, -1),
  whole: (shell, written) => {
    const { domains, webhooks, templates, errors: _e, attention: _a, template_map: _m, ...rest } = shell;
    const resources = { domains, webhooks, templates };
    return [
      Buffer.from(`{"migration":${JSON.stringify(rest).slice(0, -1)}`),
      ...(['domains', 'webhooks', 'templates'] as const).flatMap((name) => [
        Buffer.from(`,"${name}":{"totals":${JSON.stringify(resources[name].totals)},"items":`),
        ...[...array(written[name]), Buffer.from('}')],
      ]),
      ...(['errors', 'attention', 'template_map'] as const).flatMap((name) => [
        ...[Buffer.from(`,"${name}":`), ...array(written[name])],
      ]),
      Buffer.from('}}'),
    ];
  },
};

const forms = { csv: csvForm, json: jsonForm };

/** The report of all requests; the parts are read one by one, so that it takes about twice its bytes of memory. */
async function write(ctx: Base & Imports, one: Import, { items, whole }: Form): Promise<Buffer> {
  const written = Object.fromEntries(listNames.map((name) => [name, []])) as unknown as Written;
  const seen = templatesSeen([]);
  const add = (lists: ReportLists) => {
    for (const name of listNames) {
      const text = items(name, lists[name]);
      if (text !== '') written[name].push(Buffer.from(text));
    }
  };
  for await (const part of ctx.imports.parts(one)) {
    add(listsOf(part));
    seeTemplates(seen, part.items.templates);
  }
  const shell = await shownImport(ctx, one, { lists: noLists(), seen, truncated: false });
  // What is no part of any request: that an import was abandoned.
  add({ ...noLists(), errors: shell.errors as ReportLists['errors'] });
  return Buffer.concat(whole(shell, written));
}

/**
 * GET /migrations/{id}/report: everything that the import reported, as CSV or as the JSON of GET /migrations/{id} (M30). Over 5 MB
 * it is written to an object, whose link lives an hour (M31).
 */
export async function downloadReport(
  ctx: Base & ExportFiles & Imports,
  one: Import,
  format: keyof typeof forms,
): Promise<{ name: string; type: string; text: string } | { location: string }> {
  const { type } = forms[format];
  const bytes = await write(ctx, one, forms[format]);
  const name = `${one.id}.${format}`;
  if (bytes.length <= answer_bytes) {
    const text = bytes.toString();
    if (travelBytes(text) <= answer_bytes) return { name, type, text };
  }
  return { location: await ctx.exports.put(one.account, { name, type, bytes }, link_s) };
}
