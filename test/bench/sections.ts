import type { HandlerCost } from './handlers.ts';

export type Table = { title: string; about: string; head: string[]; rows: string[][] };

const markdown = ({ head, rows }: Table) => {
  const widths = head.map((cell, i) => Math.max(3, cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
};

export const sectionOf = (table: Table) => `## ${table.title}\n\n${table.about}\n\n${markdown(table)}\n`;

/** Replaces one of the report's tables. The others stay. */
export function withTable(report: string, table: Table): string {
  const sections = report.split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith(`## ${table.title}\n`));
  const position = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`));
  others.splice(position < 0 ? others.length - 1 : position, 0, `${sectionOf(table)}\n`);
  return others.join('');
}

/** A new report, plus the old report's tables that other commands measure. */
export function withOthers(report: string, before: string): string {
  const titleOf = (section: string) => section.slice(0, section.indexOf('\n') + 1);
  const others = before.split(/^(?=## )/m).slice(1);
  const missing = others.filter((section) => !report.includes(`\n${titleOf(section)}`));
  return [report.trimEnd(), ...missing.map((section) => section.trimEnd())].join('\n\n').concat('\n');
}

/** The CPU figures in the report's own Handlers table, because only a quiet machine can measure them. */
export function withKeptCpu(handlers: HandlerCost[], report: string): HandlerCost[] {
  const [, section = ''] = report.split('\n## Handlers\n');
  return handlers.map((handler) => {
    const row = section.split('\n').find((line) => line.startsWith(`| ${handler.name} `));
    const kept = Number.parseFloat(row?.split('|')[2] ?? '');
    return Number.isNaN(kept) ? handler : { ...handler, cpu_ms: kept };
  });
}
