/** A measured value, and its budget if there is one. */
type Figure = { value: number; budget: number | null; digits: number; least: boolean };

/**
 * Each cell is a text, or a figure shown as `measured / budget`. An extra last column says whether the row's
 * figures are within their budgets.
 */
export type Table = { title: string; about: string; head: string[]; rows: (string | Figure)[][] };

/** A figure that must not exceed its budget. With `least`, it must not fall below its budget. */
export const against = (
  value: number,
  budget: number | null,
  { digits = 1, least = false }: Partial<Pick<Figure, 'digits' | 'least'>> = {},
): Figure => ({ value, budget, digits, least });

export const fixed = (value: number, digits = 1) => value.toFixed(digits).replace(/\.0+$/, '');

const isOver = ({ value, budget, least }: Figure): boolean =>
  budget !== null && (least ? value < budget : value > budget);

function cellsOf(row: Table['rows'][number]): string[] {
  const figures = row.filter((cell) => typeof cell !== 'string');
  const texts = row.map((cell) => {
    if (typeof cell === 'string') return cell;
    const { value, budget, digits } = cell;
    return `${fixed(value, digits)} / ${budget === null ? '-' : fixed(budget, digits)}`;
  });
  if (figures.length === 0) return [...texts, ''];
  return [...texts, figures.some(isOver) ? 'OVER' : 'ok'];
}

/** A table with its title and text, as Markdown. */
export function sectionOf({ title, about, head, rows }: Table): string {
  const all = [[...head, ''], ...rows.map(cellsOf)];
  const widths = [...head, ''].map((_, i) => Math.max(3, ...all.map((cells) => cells[i]?.length ?? 0)));
  const [first = '', ...lines] = all.map(
    (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return `## ${title}\n\n${about}\n\n${[first, rule, ...lines].join('\n')}\n`;
}

/** Replaces one of the report's tables. The others stay. */
export function withTable(report: string, table: Table): string {
  const sections = report.split(/^(?=## )/m);
  const position = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`));
  if (position < 0) return `${report}\n${sectionOf(table)}`;
  return sections
    .with(position, `${sectionOf(table)}\n`)
    .join('')
    .trimEnd()
    .concat('\n');
}
