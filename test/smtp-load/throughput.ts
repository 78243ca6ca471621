import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Cloud } from '../../localstack/cloud.ts';
import { makeCertificate } from '../../localstack/smtp.ts';
import { selfSigned } from '../../shared/smtp/self-signed.ts';
import { startHaraka } from './haraka.ts';
import { type Server, startOurs } from './ours.ts';
import { cpuOf, memoryOf } from './process-usage.ts';
import type { SenderOptions, Sent } from './sender.ts';
import { makeSender } from './senders.ts';

/** One round of one server. */
export type Round = Sent & { server: 'ours' | 'Haraka'; cpu_ms: number; rss_mb: number };

const connections = 10;
const bytes = 4096;

/** Runs a file of this folder as a process of its own. */
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

/** The product's environment with every call to AWS at this port. */
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

/** Messages a second, CPU per message and RSS of both servers, in rounds that alternate. */
export async function measureThroughput(options: ThroughputOptions): Promise<Round[]> {
  const { cloud, folder, rounds, seconds } = options;
  const { environment } = cloud;
  // Of its own: the cloud's relay has a certificate in the other.
  mkdirSync(folder, { recursive: true });
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = environment;
  const { password, from } = await makeSender(cloud);
  const aws = await startSlowAws(endpoint);
  const certificate = selfSigned(['localhost'], Date.now());
  const servers: Server[] = [];
  try {
    const secret = await makeCertificate({ endpoint, region }, { folder, domain: 'load.test' });
    const ours = await startOurs({
      folder,
      environment: environmentAt(environment, aws.port),
      certificate: secret,
    });
    servers.push(ours);
    const haraka = await startHaraka({
      folder: `${folder}/haraka`,
      certificate,
      password,
      queue_port: aws.port,
    });
    servers.push(haraka);
    const measured: Round[] = [];
    const cas = { ours: readFileSync(`${folder}/smtp-ca.pem`, 'utf8'), Haraka: certificate.certificate };
    const play = async (server: Round['server'], { pid, port }: Server) => {
      const before = cpuOf(pid);
      const common = { ca: cas[server], password, from, to: 'ada@x.example', connections, bytes };
      const sent = await send({ port, ...common, warm_s: 3, seconds });
      const all = sent.messages * ((seconds + 3) / seconds);
      measured.push({ server, ...sent, cpu_ms: (cpuOf(pid) - before) / all, rss_mb: memoryOf(pid) });
    };
    for (let round = 0; round < rounds; round++) {
      await play('ours', ours);
      await play('Haraka', haraka);
    }
    return measured;
  } finally {
    for (const { stop } of servers) stop();
    aws.stop();
  }
}
