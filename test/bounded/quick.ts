import { measureQuickly } from './measure.ts';
import { parsers } from './parsers.ts';

// One line of JSON for each shape; the name of a parser comes first, so that one that never ends is known.
for (const parser of parsers) {
  process.stderr.write(`${parser.name}\n`);
  for (const row of await measureQuickly(parser)) process.stdout.write(`${JSON.stringify(row)}\n`);
}
