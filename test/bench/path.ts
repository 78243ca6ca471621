import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type AwsApi, createAwsApi } from '../../localstack/aws-api.ts';
import { until } from '../support/until.ts';
import { json } from './cloud-parts.ts';
import { type Loader, makeLoader } from './load.ts';
import { type Part, parts, type Usage, usageBelow } from './processes.ts';

/** What a number of connections sent through the whole path: API, queue, SES, two notifications, inbox. */
export type PathLoad = {
  connections: number;
  /** Accepted emails per second while the connections sent. */
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  failed: number;
  /** From the last response until every email was `delivered` and in the inbox. */
  drained_ms: number;
  /** Emails that by then were not `delivered` or not in the inbox. */
  lost: number;
  /** Peak memory of all processes of the stack together, and how many processes there were then. */
  pss_mb: number;
  processes: number;
  /** That sum by part of the stack. */
  pss_by: Record<Part, number>;
  /** CPU per email, by part of the stack. */
  cpu_ms: Record<Part, number>;
};

type Cloud = { base_url: string; environment: Record<string, string> };
type Answers = { failed: number; p50_ms: number; p99_ms: number };

const seconds = 12;

/** Each connection sends a new email after each response. Functions are warm before the clock starts. */
export async function measurePath(cloud: Cloud): Promise<PathLoad[]> {
  const { base_url, environment } = cloud;
  const loader = await makeLoader(base_url, environment);
  const loads: PathLoad[] = [];
  await loadPath(environment, loader, 10);
  for (const connections of [10, 40]) loads.push(await loadPath(environment, loader, connections));
  return loads;
}

async function loadPath(
  environment: Record<string, string>,
  loader: Loader,
  connections: number,
): Promise<PathLoad> {
  const aws = createAwsApi(environment.AWS_ENDPOINT_URL ?? '', environment.AWS_REGION ?? '');
  const before = await stateOf(environment, loader);
  const memory = watchMemory();
  const answers = await sendFor(loader, connections);
  const answered = performance.now();
  await untilDrained(aws, environment);
  const drained_ms = performance.now() - answered;
  const peak = await memory.end();
  const after = await stateOf(environment, loader);
  const accepted = after.accepted - before.accepted;
  return {
    connections,
    per_second: accepted / seconds,
    ...answers,
    drained_ms,
    lost: accepted - Math.min(after.inbox - before.inbox, after.delivered - before.delivered),
    ...peak,
    cpu_ms: cpuPerEmail(before.usage, after.usage, accepted),
  };
}

/** What has been accepted, what has arrived, and what that cost. */
async function stateOf(environment: Record<string, string>, loader: Loader) {
  const usage = usageBelow(process.pid, clients);
  return { usage, inbox: (await sesStats(environment)).inbox_fed ?? 0, ...(await countEmails(loader)) };
}

const clients: number[] = [];

/** The client has its own process, so that its cost isn't the stack's. */
async function sendFor(loader: Loader, connections: number): Promise<Answers> {
  const options = JSON.stringify({ ...loader, connections, duration: seconds });
  const child = spawn(process.execPath, [`${import.meta.dirname}/load-client.ts`, options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  clients.push(child.pid ?? 0);
  return JSON.parse(await text(child.stdout));
}

const byPart = (of: (part: Part) => number) =>
  Object.fromEntries(parts.map((part) => [part, of(part)])) as Record<Part, number>;

/** The peak sum over all processes of the stack. Measuring costs CPU, so it is rare. */
function watchMemory() {
  const peak = { pss_mb: 0, processes: 0, pss_by: byPart(() => 0) };
  const look = () => {
    const usages = [...usageBelow(process.pid, clients).values()];
    const sumOf = (some: Usage[]) => some.reduce((sum, { pss_mb }) => sum + pss_mb, 0);
    const pss_by = byPart((part) => sumOf(usages.filter((usage) => usage.part === part)));
    const pss_mb = sumOf(usages);
    if (pss_mb > peak.pss_mb) Object.assign(peak, { pss_mb, processes: usages.length, pss_by });
  };
  const timer = setInterval(look, 3_000);
  return {
    end: () => {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

function cpuPerEmail(before: Map<number, Usage>, after: Map<number, Usage>, emails: number) {
  const cpu = byPart(() => 0);
  for (const [pid, { part, cpu_ms }] of after)
    cpu[part] += (cpu_ms - (before.get(pid)?.cpu_ms ?? 0)) / emails;
  return cpu;
}

/** Waits until every queue is empty and SES has nothing left to publish or deliver. */
async function untilDrained(aws: AwsApi, environment: Record<string, string>): Promise<void> {
  const isDrained = async () => {
    const { events_waiting, inbox_waiting } = await sesStats(environment);
    if (events_waiting !== 0 || inbox_waiting !== 0) return false;
    const depths = await Promise.all(
      ['DELIVER_QUEUE_URL', 'FEEDBACK_QUEUE_URL'].map((name) => depthOf(aws, environment[name] ?? '')),
    );
    return depths.every((depth) => depth === 0);
  };
  // Checks twice, because an email may be between a queue and SES during one check.
  await until(async () => (await isDrained()) && isDrained(), { within_ms: 60_000, what: 'queues drained' });
}

async function depthOf(aws: AwsApi, QueueUrl: string): Promise<number> {
  const names = ['', 'NotVisible', 'Delayed'].map((kind) => `ApproximateNumberOfMessages${kind}`);
  const { Attributes } = await json(aws, 'sqs', 'GetQueueAttributes', { QueueUrl, AttributeNames: names });
  return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

async function sesStats(environment: Record<string, string>): Promise<Record<string, number>> {
  const answer = await fetch(`${environment.AWS_ENDPOINT_URL_SES}/_control`);
  return ((await answer.json()) as { stats: Record<string, number> }).stats;
}

/** The account's emails as its customer sees them. */
async function countEmails({ url, headers }: Loader): Promise<{ accepted: number; delivered: number }> {
  const count = { accepted: 0, delivered: 0 };
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Response = await fetch(`${url}?limit=100${cursor && `&cursor=${cursor}`}`, { headers });
    const { emails, next_cursor } = (await page.json()) as {
      emails: { status: string }[];
      next_cursor: string | null;
    };
    count.accepted += emails.length;
    count.delivered += emails.filter(({ status }) => status === 'delivered').length;
    cursor = next_cursor;
  }
  return count;
}
