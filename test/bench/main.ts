import { rmSync, writeFileSync } from 'node:fs';
import { startCloud } from '../../localstack/cloud.ts';
import { createSteps } from '../../localstack/steps.ts';
import { measureBundles } from './bundles.ts';
import { makeParts, partsEnvironment } from './cloud-parts.ts';
import { costOfMillion } from './cost.ts';
import { startCustomer } from './customer.ts';
import { measureHandlers } from './handlers.ts';
import { measureLoad } from './load.ts';
import { measureOperations } from './measure.ts';
import { type Figures, reportOf } from './report.ts';

const folder = `.local/bench-${process.pid}`;

/** `npm run bench [-- --write]`: measures against a local cloud of its own; --write keeps docs/benchmarks.md. */
async function main(args: string[]): Promise<void> {
  const steps = createSteps();
  const cloud = await startCloud({ folder, steps, webhookTargets: 'any' });
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
    publish({ measured, bundles, handlers, loads, cost }, args.includes('--write'));
  } finally {
    await customer.close();
    await cloud.close();
  }
  rmSync(folder, { recursive: true, force: true });
}

function publish(figures: Figures, write: boolean): void {
  const report = reportOf(figures, new Date().toISOString().slice(0, 10));
  process.stdout.write(`\n${report}`);
  if (write) writeFileSync('docs/benchmarks.md', report);
}

await main(process.argv.slice(2));
