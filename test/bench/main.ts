import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { createSteps, type Steps } from '../../localstack/steps.ts';
import { measureBundles } from './bundles.ts';
import { grantRate, makeParts, partsEnvironment } from './cloud-parts.ts';
import { costOfMillion, idleMonth } from './cost.ts';
import { startCustomer } from './customer.ts';
import { type HandlerCost, measureHandlers } from './handlers.ts';
import { type Measured, measureOperations } from './measure.ts';
import {
  bundlesTable,
  costTables,
  type Figures,
  handlersTable,
  keysTable,
  operationsTable,
  reportOf,
} from './report.ts';
import { sectionOf, type Table, withKeptCpu, withOthers, withTable } from './sections.ts';

const folder = `.local/bench-${process.pid}`;

const report = 'docs/internals/measured/benchmarks.md';

/**
 * `npm run check -- bench [--operations | --handlers | --cost | --bundles] [--write]` measures one table, or all,
 * against its own local cloud. --write updates docs/internals/measured/benchmarks.md.
 */
async function main(args: string[]): Promise<void> {
  const steps = createSteps();
  const cloud = await startCloud({ folder, steps, webhookTargets: 'any' });
  const write = args.includes('--write');
  const [only] = Object.keys(single).filter((name) => args.includes(`--${name}`));
  await (only ? measureOne(cloud, steps, { only, write }) : measureAll(cloud, steps, write));
  rmSync(folder, { recursive: true, force: true });
}

/** Tables that can be measured alone. */
const single: Record<string, (cloud: Cloud, steps: Steps) => Promise<Table[]>> = {
  operations: async ({ environment }, steps) => {
    const { measured, keys } = await measureCalls(environment, steps);
    return [operationsTable(measured), keysTable(keys)];
  },
  cost: async ({ environment }, steps) => {
    const { measured, keys, handlers } = await measureCalls(environment, steps);
    const cost = costOf(measured, withKeptCpu(handlers, readFileSync(report, 'utf8')));
    return [operationsTable(measured), keysTable(keys), ...costTables(cost)];
  },
  handlers: async ({ environment }, steps) => [
    handlersTable((await measureCalls(environment, steps)).handlers),
  ],
  bundles: async ({ environment }, steps) => [
    bundlesTable(await steps.run('bundles measured', () => measureBundles(environment))),
  ],
};

/** Every operation's calls, and the CPU of its functions. */
async function measureCalls(environment: Record<string, string>, steps: Steps) {
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
    return { ...calls, handlers, direct };
  } finally {
    await customer.close();
  }
}

const costOf = (measured: Measured, handlers: HandlerCost[]): Figures['cost'] => ({
  idle: costOfMillion(measured, handlers, { path: 'single', batch: 1 }),
  busy: costOfMillion(measured, handlers, { path: 'single', batch: 10 }),
  batched: costOfMillion(measured, handlers, { path: 'batched', batch: 10 }),
  month: idleMonth(),
});

async function measureOne(cloud: Cloud, steps: Steps, options: { only: string; write: boolean }) {
  try {
    for (const table of (await single[options.only]?.(cloud, steps)) ?? []) {
      process.stdout.write(`\n${sectionOf(table)}`);
      if (options.write) writeFileSync(report, withTable(readFileSync(report, 'utf8'), table));
    }
  } finally {
    await cloud.close();
  }
}

async function measureAll(cloud: Cloud, steps: Steps, write: boolean): Promise<void> {
  try {
    const { environment } = cloud;
    const { measured, keys, handlers, direct } = await measureCalls(environment, steps);
    const bundles = await steps.run('bundles measured', () => measureBundles(direct));
    const cost = costOf(measured, handlers);
    publish({ measured, bundles, handlers, keys, cost }, write);
  } finally {
    await cloud.close();
  }
}

function publish(figures: Figures, write: boolean): void {
  const text = reportOf(figures, new Date().toISOString().slice(0, 10));
  process.stdout.write(`\n${text}`);
  if (write) writeFileSync(report, withOthers(text, readFileSync(report, 'utf8')));
}

await main(process.argv.slice(2));
