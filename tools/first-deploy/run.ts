import { readConfig } from '../../shared/aws/config.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { contextOf } from '../admin/main.ts';
import { accountChecks } from './account.ts';
import { conditionChecks } from './conditions.ts';
import { identityChecks } from './identities.ts';
import { type Check, type Lab, named, openLab, type Seen } from './lab.ts';
import { mailChecks } from './mail.ts';
import { platformChecks } from './platform.ts';
import { tenantChecks } from './tenants.ts';
import { waitingChecks } from './waiting.ts';

/** The 28 checks. Those that take 15 minutes or more come last. */
export const firstDeployChecks: Check[] = Object.entries({
  ...accountChecks,
  ...identityChecks,
  ...conditionChecks,
  ...tenantChecks,
  ...mailChecks,
  ...platformChecks,
  ...waitingChecks,
}).map(([id, check]) => ({ id, ...check }));

type Looked = Omit<Check, 'look'> & Seen;

/** The content of docs/internals/aws-facts.json. */
type FirstDeploy = { at: string; region: string; stage: string; checks: Looked[] };

type Asking = { checks: Check[]; each: (looked: Looked) => void; ended: () => boolean };

/**
 * Checks, in a deployment, assumptions that AWS doesn't document. A failed check doesn't stop the others.
 * `each` is called after each one. Once `ended`, the current check undoes its changes and no other starts.
 */
export async function askDeployment(
  environment: Record<string, string>,
  { checks, each, ended }: Asking,
): Promise<FirstDeploy> {
  const ctx = unlessEnded(contextOf(readConfig(environment)), ended);
  const lab = await openLab(ctx, environment);
  const looked: Looked[] = [];
  try {
    for (const check of checks) {
      if (ended()) break;
      const one = await lookAt(lab, check);
      looked.push(one);
      each(one);
    }
  } finally {
    await lab.close();
  }
  const { region, stage } = ctx.settings;
  return { at: timestamp(ctx.runtime.now()), region, stage, checks: looked };
}

/** A context whose `sleep` throws once `ended`, because the longest check waits 15 minutes. */
function unlessEnded(ctx: Context, ended: () => boolean): Context {
  const { now, sleep } = ctx.runtime;
  async function sleepUnlessEnded(ms: number) {
    for (const end = now() + ms; now() < end; await sleep(Math.min(500, end - now())))
      if (ended()) throw new Error('interrupted');
  }
  return { ...ctx, runtime: { ...ctx.runtime, sleep: sleepUnlessEnded } };
}

async function lookAt(lab: Lab, { look, ...check }: Check): Promise<Looked> {
  const seen = await look(lab).catch((error: unknown) => ({ found: named(error), as_assumed: null }));
  return { ...check, ...seen };
}

export function lineOf({ id, found, as_assumed }: Looked): string {
  const mark = as_assumed === null ? '?   ' : as_assumed ? 'ok  ' : 'NEW ';
  return `${mark}  ${id.padEnd(18)}  ${found}\n`;
}
