import { readFileSync, writeFileSync } from 'node:fs';
import '../support/text-modules.ts';
import { measureShape, type Row } from './measure.ts';
import { report } from './report.ts';

const { parsers } = await import('./parsers.ts');

const page = 'docs/internals/measured/bounded-work.md';
const heading = '## Every parser\n';

/** `npm run check -- bounded [--write | parser [shape]]` measures all sizes. `--write` updates the table in docs. */
async function main(args: string[]): Promise<void> {
  const write = args.includes('--write');
  const [parser, shape] = args.filter((arg) => arg !== '--write');
  const rows: Row[] = [];
  for (const one of parsers.filter(({ name }) => parser === undefined || name === parser)) {
    for (const name of Object.keys(one.shapes)) {
      if (shape !== undefined && name !== shape) continue;
      const row = await measureShape(one, name);
      rows.push(row);
      process.stdout.write(`${JSON.stringify(row)}\n`);
    }
  }
  if (rows.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
  if (!write) return;
  const [before = ''] = readFileSync(page, 'utf8').split(heading);
  writeFileSync(page, `${before}${heading}\n${report(rows)}`);
}

await main(process.argv.slice(2));
