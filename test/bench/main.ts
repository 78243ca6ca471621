import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildFunctions } from '../../infra/build.ts';
import { createSteps, type Steps } from '../../localstack/steps.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { byName } from '../../shared/core/by-name.ts';
import { type BareCloud, createBareCloud, startEmulator } from '../support/bare-cloud.ts';
import { measureBundles } from './bundles.ts';
import { startCustomer } from './customer.ts';
import { type HandlerCost, measureHandlers } from './handlers.ts';
import { measureOperations, silent } from './measure.ts';
import { bundlesTable, costTable, handlersTable, keysTable, operationsTable } from './report.ts';
import { sectionOf, type Table, withTable } from './sections.ts';
import { measureMemory } from './smtp-memory.ts';
import { measureThroughput } from './smtp-throughput.ts';

const report = 'docs/internals/measured/benchmarks.md';

type Environment = Record<string, string>;

/** The environment of the product's functions in this cloud. */
const environmentOf = ({ environment, ses: { ses } }: BareCloud): Environment => ({
  ...environment,
  AWS_ENDPOINT_URL_SES: ses.url,
  AWS_ENDPOINT_URL_SESV2: ses.url,
  // Units are exact even on a slow machine. A retried call would count twice.
  AWS_TIMEOUT_FACTOR: '10',
  WEBHOOK_TARGETS: 'any',
  SMTP_HOST: 'localhost',
  INBOUND: 'smtp',
  // Nothing listens here, so the DNS lookups of `receive` fail at once.
  DNS_SERVERS: '127.0.0.1:9',
});

/** Every operation's calls, and the CPU of its functions. */
async function measureCalls(cloud: BareCloud, environment: Environment, steps: Steps) {
  const customer = await startCustomer();
  try {
    const { samples, ...calls } = await steps.run('operations measured', () =>
      measureOperations(cloud, environment, customer),
    );
    const measure = () => measureHandlers(environment, samples, customer);
    return { ...calls, handlers: await steps.run('handlers measured', measure) };
  } finally {
    await customer.close();
  }
}

/**
 * The handlers for costs, with their CPU times from the existing report, because only a quiet machine can
 * measure them.
 */
function withKeptCpu(handlers: HandlerCost[]): HandlerCost[] {
  const [, section = ''] = readFileSync(report, 'utf8').split('\n## Handlers\n');
  return handlers.map((handler) => {
    const row = section.split('\n').find((line) => line.startsWith(`| ${handler.name} `));
    const kept = Number.parseFloat(row?.split('|')[2] ?? '');
    return Number.isNaN(kept) ? handler : { ...handler, cpu_ms: kept };
  });
}

async function tablesOf(cloud: BareCloud, steps: Steps, names: string[]): Promise<Table[]> {
  const environment = environmentOf(cloud);
  Object.assign(process.env, environment);
  const isAsked = (...some: string[]) => names.length === 0 || some.some((name) => names.includes(name));
  const tables: Table[] = [];
  await steps.run('functions bundled', () => buildFunctions());
  if (isAsked('operations', 'handlers', 'cost')) {
    const { measured, keys, handlers } = await measureCalls(cloud, environment, steps);
    if (isAsked('operations', 'cost')) tables.push(operationsTable(measured), keysTable(keys));
    if (isAsked('handlers')) tables.push(handlersTable(handlers));
    const counted = isAsked('handlers') ? handlers : withKeptCpu(handlers);
    if (isAsked('cost')) tables.push(costTable(measured, counted));
  }
  if (isAsked('bundles'))
    tables.push(bundlesTable(await steps.run('bundles measured', () => measureBundles(environment))));
  const ctx = createContext(readConfig(environment), { log: silent });
  if (isAsked('memory'))
    tables.push(await steps.run('memory measured', () => measureMemory(ctx, environment)));
  if (isAsked('throughput'))
    tables.push(await steps.run('throughput measured', () => measureThroughput(ctx, environment)));
  return tables;
}

/**
 * `npm run check -- bench [--operations] [--handlers] [--cost] [--bundles] [--memory] [--throughput] [--write]` measures
 * these tables, or all, against its own emulator. --memory and --throughput measure the SMTP task. --write updates
 * docs/internals/measured/benchmarks.md.
 */
async function main(): Promise<void> {
  const flag = { type: 'boolean' } as const;
  const names = ['operations', 'handlers', 'cost', 'bundles', 'memory', 'throughput', 'write'] as const;
  const options = byName(names, () => flag);
  const { write, ...asked } = parseArgs({ options }).values;
  const steps = createSteps();
  const emulator = await startEmulator();
  const cloud = await createBareCloud(emulator.endpoint);
  try {
    for (const table of await tablesOf(cloud, steps, Object.keys(asked))) {
      process.stdout.write(`\n${sectionOf(table)}`);
      if (write) writeFileSync(report, withTable(readFileSync(report, 'utf8'), table));
    }
  } finally {
    await cloud.close();
    await emulator.close();
  }
}

await main();
