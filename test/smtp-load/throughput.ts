import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Cloud } from '../../localstack/cloud.ts';
import { makeCertificate } from '../../localstack/smtp.ts';
import { startOurs } from './ours.ts';
import { cpuOf, memoryOf } from './process-usage.ts';
import type { SenderOptions, Sent } from './sender.ts';
import { makeSender } from './senders.ts';

/** One round of the task. */
export type Round = Sent & { cpu_ms: number; rss_mb: number };

const connections = 10;
const bytes = 4096;

/** Runs a file of this folder in its own process. */
const start = (file: string, argument: string) =>
  spawn(process.execPath, [`${import.meta.dirname}/${file}`, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function startSlowAws(upstream: string) {
  const child = start('slow-aws.ts', upstream);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(chunk.toString()), stop: () => void child.kill() };
}

async function send(options: SenderOptions): Promise<Sent> {
  return JSON.parse(await text(start('sender.ts', JSON.stringify(options)).stdout)) as Sent;
}

/** The product's environment, with every AWS call at this port. */
function environmentAt(environment: Record<string, string>, port: number): Record<string, string> {
  const { AWS_ENDPOINT_URL = '' } = environment;
  const origin = `http://127.0.0.1:${port}`;
  const moved = Object.entries(environment).map(([name, value]) => {
    if (name.startsWith('AWS_ENDPOINT_URL')) return [name, origin];
    const here = name.endsWith('_URL') && value.startsWith(AWS_ENDPOINT_URL);
    return [name, here ? origin + value.slice(AWS_ENDPOINT_URL.length) : value];
  });
  return Object.fromEntries(moved);
}

type ThroughputOptions = { cloud: Cloud; folder: string; rounds: number; seconds: number };

/** Messages per second, CPU per message, and RSS of the task, by round. */
export async function measureThroughput(options: ThroughputOptions): Promise<Round[]> {
  const { cloud, folder, rounds, seconds } = options;
  const { environment } = cloud;
  // Its own folder, because the cloud's relay has a certificate in the other.
  mkdirSync(folder, { recursive: true });
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = environment;
  const { password, from } = await makeSender(cloud);
  const aws = await startSlowAws(endpoint);
  try {
    const certificate = await makeCertificate({ endpoint, region }, { folder, domain: 'load.test' });
    const task = await startOurs({
      folder,
      environment: environmentAt(environment, aws.port),
      certificate,
    });
    const ca = readFileSync(`${folder}/smtp-ca.pem`, 'utf8');
    const common = { port: task.port, ca, password, from, to: 'ada@x.example', connections, bytes };
    const measured: Round[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        const before = cpuOf(task.pid);
        const sent = await send({ ...common, warm_s: 3, seconds });
        const all = sent.messages * ((seconds + 3) / seconds);
        measured.push({ ...sent, cpu_ms: (cpuOf(task.pid) - before) / all, rss_mb: memoryOf(task.pid) });
      }
    } finally {
      task.stop();
    }
    return measured;
  } finally {
    aws.stop();
  }
}
