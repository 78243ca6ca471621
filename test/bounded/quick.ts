import '../support/text-modules.ts';
import { measureQuickly } from './measure.ts';

const { parsers } = await import('./parsers.ts');

// Prints one line of JSON per shape. The parser's name comes first, to identify one that never ends.
for (const parser of parsers) {
  process.stderr.write(`${parser.name}\n`);
  for (const row of await measureQuickly(parser)) process.stdout.write(`${JSON.stringify(row)}\n`);
}
