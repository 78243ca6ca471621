import type { Row } from './measure.ts';

/** What a row must reach to get its own line. */
const shown = { ms: 40, mb: 48 };

const wholeOf = ({ costs }: Row) => costs.at(-1) ?? { ms: 0, mb: 0 };

const sizeOf = (bytes: number) => {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024
    ? `${Math.round(bytes / 1024)} KB`
    : `${Number((bytes / 1024 / 1024).toFixed(2))} MB`;
};

const code = (shape: string) => `\`${shape.replaceAll('|', '\\|').replaceAll('`', "'")}\``;

function line({ shape, costs }: Row): string {
  const numbers = (unit: 'ms' | 'mb') => costs.map((cost) => Math.max(0, Math.round(cost[unit]))).join(' / ');
  return `| ${code(shape)} | ${numbers('ms')} | ${numbers('mb')} |`;
}

function section(rows: Row[]): string {
  const [{ parser, limit }] = rows as [Row];
  const costly = rows.filter((row) => wholeOf(row).ms >= shown.ms || wholeOf(row).mb >= shown.mb);
  const listed =
    costly.length > 0 ? costly : rows.toSorted((a, b) => wholeOf(b).ms - wholeOf(a).ms).slice(0, 1);
  const rest = rows.length - listed.length;
  const others = rest === 0 ? '' : `\n${rest} more shapes under ${shown.ms} ms and ${shown.mb} MB.\n`;
  const head = `### ${parser}, ${sizeOf(limit)}\n\n| shape | CPU ms | MB |\n|---|---|---|\n`;
  return `${head}${listed.map(line).join('\n')}\n${others}`;
}

/** Markdown with a section per parser, and a line for each shape with a noticeable cost. */
export function report(rows: Row[]): string {
  const byParser = [...Map.groupBy(rows, ({ parser }) => parser).values()];
  return byParser.map(section).join('\n');
}
