import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startCloud } from '../../localstack/cloud.ts';
import { createSteps, type Steps } from '../../localstack/steps.ts';
import { measureBundles } from './bundles.ts';
import { grantRate, makeParts, partsEnvironment } from './cloud-parts.ts';
import { startCustomer } from './customer.ts';
import { type HandlerCost, measureHandlers } from './handlers.ts';
import { measureOperations } from './measure.ts';
import { bundlesTable, costTable, handlersTable, keysTable, operationsTable } from './report.ts';
import { sectionOf, type Table, withTable } from './sections.ts';

const folder = `.local/bench-${process.pid}`;
const report = 'docs/internals/measured/benchmarks.md';

type Environment = Record<string, string>;

/** Every operation's calls, and the CPU of its functions. */
async function measureCalls(environment: Environment, steps: Steps) {
  const customer = await startCustomer();
  try {
    const parts = await makeParts(environment);
    const direct = partsEnvironment(environment, parts, {
      aws: environment.AWS_ENDPOINT_URL ?? '',
      ses: environment.AWS_ENDPOINT_URL_SES ?? '',
    });
    const { samples, ...calls } = await steps.run('operations measured', () =>
      measureOperations(environment, parts, customer),
    );
    await grantRate(environment, parts);
    const handlers = await steps.run('handlers measured', () => measureHandlers(direct, samples, customer));
    return { ...calls, handlers };
  } finally {
    await customer.close();
  }
}

/** Handlers with the CPU in the report, because only a quiet machine can measure it. */
function withKeptCpu(handlers: HandlerCost[]): HandlerCost[] {
  const [, section = ''] = readFileSync(report, 'utf8').split('\n## Handlers\n');
  return handlers.map((handler) => {
    const row = section.split('\n').find((line) => line.startsWith(`| ${handler.name} `));
    const kept = Number.parseFloat(row?.split('|')[2] ?? '');
    return Number.isNaN(kept) ? handler : { ...handler, cpu_ms: kept };
  });
}

async function tablesOf(environment: Environment, steps: Steps, names: string[]): Promise<Table[]> {
  const isAsked = (...some: string[]) => names.length === 0 || some.some((name) => names.includes(name));
  const tables: Table[] = [];
  if (isAsked('operations', 'handlers', 'cost')) {
    const { measured, keys, handlers } = await measureCalls(environment, steps);
    if (isAsked('operations', 'cost')) tables.push(operationsTable(measured), keysTable(keys));
    if (isAsked('handlers')) tables.push(handlersTable(handlers));
    if (isAsked('cost')) tables.push(costTable(measured, withKeptCpu(handlers)));
  }
  if (isAsked('bundles'))
    tables.push(bundlesTable(await steps.run('bundles measured', () => measureBundles(environment))));
  return tables;
}

/**
 * `npm run check -- bench [--operations] [--handlers] [--cost] [--bundles] [--write]` measures these tables, or all,
 * against its own local cloud. --write updates docs/internals/measured/benchmarks.md.
 */
async function main(): Promise<void> {
  const flag = { type: 'boolean' } as const;
  const options = { operations: flag, handlers: flag, cost: flag, bundles: flag, write: flag };
  const { write = false, ...asked } = parseArgs({ options }).values;
  const steps = createSteps();
  const cloud = await startCloud({ folder, steps, webhookTargets: 'any' });
  try {
    for (const table of await tablesOf(cloud.environment, steps, Object.keys(asked))) {
      process.stdout.write(`\n${sectionOf(table)}`);
      if (write) writeFileSync(report, withTable(readFileSync(report, 'utf8'), table));
    }
  } finally {
    await cloud.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
