import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { createSteps } from '../../localstack/steps.ts';
import { sectionOf, type Table, withTable } from '../bench/sections.ts';
import { measureMemory } from './memory.ts';
import { measureThroughput } from './throughput.ts';

const usage = 'npm run check -- bench:smtp [memory] [throughput] [--rounds 3] [--write]';

const folder = `.local/smtp-load-${process.pid}`;
const report = 'docs/internals/measured/benchmarks.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, write: { type: 'boolean', default: false } },
});

const measures: Record<string, (cloud: Cloud) => Promise<Table>> = {
  memory: measureMemory,
  throughput: (cloud) => measureThroughput(cloud, `${folder}/throughput`, Number(values.rounds)),
};

/**
 * Measures the SMTP task under load, against its own local cloud. --write updates
 * docs/internals/measured/benchmarks.md.
 */
async function main(): Promise<void> {
  const names = positionals.length > 0 ? positionals : Object.keys(measures);
  for (const name of names) if (!Object.hasOwn(measures, name)) throw new Error(usage);
  const steps = createSteps();
  const cloud = await startCloud({ folder, steps, webhookTargets: 'any' });
  try {
    for (const name of names) {
      const table = await steps.run(`${name} measured`, async () => measures[name]?.(cloud));
      if (table === undefined) continue;
      process.stdout.write(`\n${sectionOf(table)}`);
      if (values.write) writeFileSync(report, withTable(readFileSync(report, 'utf8'), table));
    }
  } finally {
    await cloud.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
