import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { createSteps, type Steps } from '../../localstack/steps.ts';
import { measureBundles } from './bundles.ts';
import { makeParts, partsEnvironment } from './cloud-parts.ts';
import { costOfMillion } from './cost.ts';
import { startCustomer } from './customer.ts';
import { measureHandlers } from './handlers.ts';
import { measureLoad } from './load.ts';
import { measureOperations } from './measure.ts';
import { measurePath } from './path.ts';
import {
  bundlesTable,
  type Figures,
  operationsTable,
  pathTable,
  reportOf,
  sectionOf,
  type Table,
  withTable,
} from './report.ts';

const folder = `.local/bench-${process.pid}`;

const report = 'docs/benchmarks.md';

/**
 * `npm run bench [-- --operations | --bundles | --path] [--write]`: measures against a local cloud of its own, all or
 * one table; --path is the stack under load. --write keeps what was measured in docs/benchmarks.md.
 */
async function main(args: string[]): Promise<void> {
  const steps = createSteps();
  const cloud = await startCloud({ folder, steps, webhookTargets: 'any' });
  const write = args.includes('--write');
  const [only] = Object.keys(single).filter((name) => args.includes(`--${name}`));
  await (only ? measureOne(cloud, steps, { only, write }) : measureAll(cloud, steps, write));
  rmSync(folder, { recursive: true, force: true });
}

/** The tables that can be measured alone. */
const single: Record<string, (cloud: Cloud, steps: Steps) => Promise<Table>> = {
  operations: async ({ environment }, steps) => {
    const customer = await startCustomer();
    try {
      const parts = await makeParts(environment);
      const { measured } = await steps.run('operations measured', () =>
        measureOperations(environment, parts, customer),
      );
      return operationsTable(measured);
    } finally {
      await customer.close();
    }
  },
  bundles: async ({ environment }, steps) =>
    bundlesTable(await steps.run('bundles measured', () => measureBundles(environment))),
  path: async (cloud, steps) =>
    pathTable(await steps.run('stack under load measured', () => measurePath(pathOf(cloud)))),
};

async function measureOne(cloud: Cloud, steps: Steps, options: { only: string; write: boolean }) {
  try {
    const table = await single[options.only]?.(cloud, steps);
    if (!table) return;
    process.stdout.write(`\n${sectionOf(table)}`);
    if (options.write) writeFileSync(report, withTable(readFileSync(report, 'utf8'), table));
  } finally {
    await cloud.close();
  }
}

const pathOf = ({ stack, environment }: Cloud) => ({ base_url: stack.base_url, environment });

async function measureAll(cloud: Cloud, steps: Steps, write: boolean): Promise<void> {
  const customer = await startCustomer();
  try {
    const { environment, stack } = cloud;
    const parts = await makeParts(environment);
    const direct = partsEnvironment(environment, parts, {
      aws: environment.AWS_ENDPOINT_URL ?? '',
      ses: environment.AWS_ENDPOINT_URL_SES ?? '',
    });
    const { measured, samples } = await steps.run('operations measured', () =>
      measureOperations(environment, parts, customer),
    );
    const bundles = await steps.run('bundles measured', () => measureBundles(direct));
    const handlers = await steps.run('handlers measured', () => measureHandlers(direct, samples, customer));
    const loads = await steps.run('load measured', () => measureLoad(stack.base_url, environment));
    const cost = { idle: costOfMillion(measured, handlers, 1), busy: costOfMillion(measured, handlers, 10) };
    const path = await steps.run('stack under load measured', () => measurePath(pathOf(cloud)));
    publish({ measured, bundles, handlers, loads, path, cost }, write);
  } finally {
    await customer.close();
    await cloud.close();
  }
}

function publish(figures: Figures, write: boolean): void {
  const text = reportOf(figures, new Date().toISOString().slice(0, 10));
  process.stdout.write(`\n${text}`);
  if (write) writeFileSync(report, text);
}

await main(process.argv.slice(2));
