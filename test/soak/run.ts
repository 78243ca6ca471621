import { openSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { build } from 'esbuild';
import { functions } from '../../infra/functions.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { type Id, systemRuntime } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { freshAccount } from '../support/api.ts';
import { type BareCloud, createBareCloud } from '../support/bare-cloud.ts';
import { collectLog } from '../support/log.ts';
import { until } from '../support/until.ts';
import type { Role } from './boundaries.ts';
import { blockedAddress, type Posted, postAll, statuses, wishes } from './client.ts';
import { fastClock } from './clock.ts';
import { judgeStories, makeAutomations, postStories } from './events.ts';
import { type Slot, startSlot } from './fleet.ts';
import { type Cell, createKillPlan, type KillPlan } from './kill-plan.ts';
import { pumpClock, pumpQueue } from './pump.ts';
import { judge, type Verdict } from './verdict.ts';

type SoakOptions = {
  /** An emulator without a deployment. The soak creates its own table, queues, and SES in it. */
  endpoint: string;
  sends: number;
  /** Which processes to kill. */
  roles: readonly string[];
  /** Kills per boundary, both before and after the call. */
  kills: number;
  /** How many times as fast the product's clock runs. */
  speed: number;
  /** How many function timeouts a queue hides a message for. It is 6 in the stack. */
  hidden: number;
  concurrency: number;
  /** Processes per kind. There is only one sweep. */
  processes: number;
  /** Seconds from the last post until everything must be settled. */
  settle_s: number;
  say: (line: string) => void;
};

export type SoakResult = Verdict & {
  cells: Cell[];
  starts: number;
  /** Messages left in queues and dead-letter queues. */
  left: number;
  seconds: number;
  log: string;
};

/** The share of the settling time in which processes are still killed. */
const killsGoOn = 1 / 6;

/** Kills of `events` and `advance-run` concern custom events, and all others concern emails. */
const isAboutEvents = ({ roles }: SoakOptions): boolean =>
  roles.includes('events') || roles.includes('advance-run');

/**
 * The share of calls that kill their process while kills remain. It is low enough that a batch of ten gets past its
 * first calls, so that later calls are killed early, too.
 */
const chanceOf = ({ kills, sends }: SoakOptions) => Math.min(0.25, (10 * kills) / sends);

async function bundle(folder: string): Promise<string> {
  const outfile = `${folder}/child.mjs`;
  await build({
    entryPoints: ['test/soak/child.ts'],
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Bundled CommonJS packages load Node's own modules with require.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** `bulk` are the deliver processes of the bulk queue. */
type Fleet = Record<Role | 'bulk', Slot[]>;

async function startFleet(cloud: BareCloud, plan: KillPlan, options: SoakOptions, began: number) {
  const folder = await mkdtemp(`${tmpdir()}/mailwright-soak-`);
  const log = `${folder}/processes.log`;
  const { endpoint, speed, processes } = options;
  const environment = {
    ...cloud.environment,
    SOAK_SPEED: String(speed),
    SOAK_BEGAN: String(began),
    NODE_COMPILE_CACHE: `${folder}/compiled`,
  };
  const fleetOptions = {
    program: await bundle(folder),
    plan,
    upstream: { cloud: endpoint, ses: cloud.ses.ses.url },
    environment,
    log: openSync(log, 'w'),
  };
  const slots = (role: Role, count: number) =>
    Promise.all(Array.from({ length: count }, () => startSlot(role, fleetOptions)));
  const isOfEvents = isAboutEvents(options);
  const fleet: Fleet = {
    api: await slots('api', isOfEvents ? 0 : processes),
    events: await slots('events', isOfEvents ? processes : 0),
    'advance-run': await slots('advance-run', isOfEvents ? processes : 0),
    deliver: await slots('deliver', processes),
    bulk: await slots('deliver', 1),
    feedback: await slots('feedback', processes),
    sweep: await slots('sweep', 1),
  };
  return { fleet, log };
}

/** The queues and the clock drive the fleet until `stop`. */
function drive(cloud: BareCloud, fleet: Fleet, plan: KillPlan, speed: number, stop: AbortSignal) {
  const ms = (seconds: number) => (seconds * 1000) / speed;
  const timeout = (name: string) => ms(functions[name]?.timeout ?? 30);
  const pump = (queue: 'deliver' | 'bulk' | 'feedback' | 'advance-run') =>
    fleet[queue].map((slot) =>
      pumpQueue({ sqs: cloud.sqs, url: cloud.queues[queue].url }, slot, {
        plan,
        timeout_ms: timeout(slot.role),
        stop,
      }),
    );
  const sweeps = fleet.sweep.map((slot) =>
    // Its work doesn't shrink with its minute, so it keeps its real time.
    pumpClock(slot, { every_ms: ms(60), timeout_ms: (functions.sweep?.timeout ?? 50) * 1000, stop }),
  );
  const pumps = (['deliver', 'bulk', 'feedback', 'advance-run'] as const).flatMap(pump);
  return Promise.all([...pumps, ...sweeps]);
}

function queuesOf({ queues }: BareCloud): string[] {
  const { deliver, bulk, feedback, 'advance-run': runs } = queues;
  return [deliver, bulk, feedback, runs].flatMap(({ url, deadLetters }) => [url, deadLetters]);
}

async function messagesLeft(cloud: BareCloud): Promise<number> {
  const depths = await Promise.all(queuesOf(cloud).map(cloud.depth));
  return depths.reduce((sum, depth) => sum + depth, 0);
}

/** Stops at the first queue that isn't empty, which is usually the first of all. */
async function areQueuesEmpty(cloud: BareCloud): Promise<boolean> {
  for (const url of queuesOf(cloud)) if ((await cloud.depth(url)) > 0) return false;
  return true;
}

/** Sends emails or events, kills the processes that carry them at every call to AWS, and judges the outcome. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { endpoint, sends, speed, say } = options;
  const started = Date.now();
  const cloud = await createBareCloud(endpoint, options);
  const plan = createKillPlan({ roles: options.roles, kills: options.kills, chance: chanceOf(options) });
  const stop = new AbortController();
  const slots: Slot[] = [];
  try {
    Object.assign(process.env, cloud.environment);
    const runtime = systemRuntime(fastClock(started, speed));
    const ctx = createContext(readConfig(cloud.environment), { runtime, log: collectLog().log });
    const { account, api_key, domain } = await freshAccount(ctx);
    await suppress(ctx, account.id);
    await cloud.ses.verifiedDomain(domain);
    const { fleet, log } = await startFleet(cloud, plan, options, started);
    slots.push(...Object.values(fleet).flat());
    const driving = drive(cloud, fleet, plan, speed, stop.signal);
    driving.catch((error) => say(`the queues stopped: ${error}`));

    const parts = { cloud, fleet, plan, ctx, api_key, domain, timeout_ms: (29 * 1000) / speed };
    const look = await (isAboutEvents(options) ? postEvents : postEmails)(parts, options);
    say(`${sends} requests posted in ${Math.round((Date.now() - started) / 1000)} s`);
    const spared = setTimeout(plan.end, options.settle_s * 1000 * killsGoOn);
    const verdict = await settled(cloud, look, options);
    clearTimeout(spared);
    plan.end();
    const left = await messagesLeft(cloud);
    stop.abort();
    await driving;
    const starts = slots.reduce((sum, slot) => sum + slot.starts(), 0);
    const seconds = (Date.now() - started) / 1000;
    return { ...verdict, cells: plan.cells(), starts, left, seconds, log };
  } finally {
    stop.abort();
    await Promise.all(slots.map((slot) => slot.close()));
    await cloud.close();
  }
}

async function suppress({ runtime, suppressions }: Context, account: Id<'acc'>): Promise<void> {
  const [id, created_at] = [runtime.id('sup'), new Date(runtime.now()).toISOString()];
  const rest = { tenant: null, email_id: null, note: null, created_at };
  const entry = { id, email: blockedAddress, reason: 'manual', source: 'api' } as const;
  await suppressions.add({ account, tenant: null }, { ...entry, ...rest });
}

type Soaking = {
  cloud: BareCloud;
  fleet: Fleet;
  plan: KillPlan;
  ctx: Context;
  api_key: string;
  domain: string;
  timeout_ms: number;
};

/** What SES got. */
async function messagesOf(cloud: BareCloud) {
  const messages = await cloud.ses.messages('?limit=1000000');
  return messages as { tags: Record<string, string>; subject: string }[];
}

/** Posts the emails and returns how to judge them. */
async function postEmails(soaking: Soaking, { sends, concurrency }: SoakOptions): Promise<Look> {
  const { cloud, fleet, plan, ctx, api_key, domain, timeout_ms } = soaking;
  const customer = { slots: fleet.api, plan, api_key, timeout_ms, now: ctx.runtime.now };
  const posted: Posted[] = await postAll(customer, wishes(sends, `soak@${domain}`), concurrency);
  return async () => {
    const stored = await statuses(customer);
    const handed = (await messagesOf(cloud)).map(({ tags, subject }) => ({
      email_id: tags.email_id ?? '',
      subject,
    }));
    return judge(posted, stored, handed);
  };
}

/** Posts people's events, which move runs that send emails. */
async function postEvents(soaking: Soaking, { sends, concurrency }: SoakOptions): Promise<Look> {
  const { cloud, fleet, plan, ctx, api_key, domain, timeout_ms } = soaking;
  const automations = await makeAutomations(ctx, { api_key, domain });
  const customer = { slots: fleet.events, plan, api_key, timeout_ms };
  const answered = await postStories(customer, { events: sends, concurrency });
  return async () => {
    const handed = (await messagesOf(cloud)).map(({ subject }) => subject);
    return judgeStories(customer, automations, answered, handed);
  };
}

type Look = () => Promise<Verdict>;

/** The verdict once nothing is lost, unsettled, or queued, or at the deadline. */
async function settled(cloud: BareCloud, look: Look, options: SoakOptions) {
  let verdict: Verdict | null = null;
  await until(
    async () => {
      // The verdict reads every email and message, so it waits until no message is left that could change it.
      if (!(await areQueuesEmpty(cloud))) return false;
      verdict = await look().catch(() => verdict);
      const open = verdict === null || verdict.lost.length + verdict.unsettled.length > 0;
      return !open && (await areQueuesEmpty(cloud));
    },
    { within_ms: options.settle_s * 1000 },
  ).catch(async () => {
    options.say('did not settle in time');
    verdict = await look().catch(() => verdict);
  });
  return verdict ?? look();
}
