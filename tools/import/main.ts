import { Refused } from './api.ts';
import { readAccess } from './keys.ts';
import { importUsage, readOptions, UsageError } from './options.ts';
import { runImport } from './run.ts';

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(importUsage);
    return 0;
  }
  const options = readOptions(args);
  const access = await readAccess(options);
  return runImport(options, access);
}

/** What ends at once leaves its cursor behind, and says how to go on. */
function interrupt(): void {
  process.stderr.write(`\nInterrupted. To go on: npm run -s import -- ${process.argv.slice(2).join(' ')}\n`);
  process.exit(130);
}

process.once('SIGINT', interrupt);

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  if (error instanceof UsageError) {
    process.stderr.write(`\n${importUsage}`);
    return 2;
  }
  if (!(error instanceof Refused)) process.stderr.write('Run the same command again to go on.\n');
  return 1;
});
