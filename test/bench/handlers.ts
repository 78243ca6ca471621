import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { functions } from '../../infra/functions.ts';
import { emailOf } from './account.ts';
import { dashboardPages } from './budgets.ts';
import { bundleUrl } from './bundles.ts';
import type { Customer } from './customer.ts';
import type { Samples } from './measure.ts';

export type HandlerCost = {
  name: string;
  function: string;
  http: boolean;
  cpu_ms: number;
  /** CPU time outside the kernel. */
  user_ms: number;
  lines: number;
  bytes: number;
};

const warming = 60;
const counted = 120;

/** CPU and log of one invocation of each function, with the bundles that Lambda loads. */
export async function measureHandlers(
  environment: Record<string, string>,
  samples: Samples,
  customer: Customer,
): Promise<HandlerCost[]> {
  const folder = await mkdtemp(`${tmpdir()}/mailwright-bench-`);
  const before = customer.count();
  try {
    const costs: HandlerCost[] = [];
    for (const [name, [fn, eventOf]] of Object.entries(jobs(samples))) {
      const file = `${folder}/events.json`;
      const events = Array.from({ length: warming + counted }, (_, i) => eventOf(i));
      await writeFile(file, JSON.stringify(events));
      costs.push({
        name,
        function: fn,
        http: functions[fn]?.routes !== undefined,
        ...(await invokeAll(fn, file, environment, events.length)),
      });
    }
    // A failed attempt isn't a handler error, so check that the customer received all of them.
    const attempts = customer.count() - before;
    if (attempts !== warming + counted) throw new Error(`${attempts} webhooks came`);
    return costs;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function invokeAll(fn: string, file: string, environment: Record<string, string>, events: number) {
  const args = ['test/bench/invoke.ts', bundleUrl(fn), file, String(warming)];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { failed, ...cpu } = JSON.parse(stderr) as { cpu_ms: number; user_ms: number; failed: number };
  if (failed > 0)
    throw new Error(`${fn}: ${failed} of ${events} invocations failed:\n${stdout.slice(0, 2000)}`);
  const lines = stdout.split('\n').filter((line) => line !== '').length / events;
  return { ...cpu, lines, bytes: Buffer.byteLength(stdout) / events };
}

/** The function and event number i of each job. First all emails are sent, then their events are reported. */
function jobs(samples: Samples): Record<string, [string, (i: number) => object]> {
  const { email_ids, account, domain, notification, webhook, received } = samples;
  const idOf = (i: number) => email_ids[i] ?? '';
  const [, sampleId = ''] = /"email_id":\s*\[\s*"(msg_[^"]+)"/.exec(notification) ?? [];
  const message = JSON.parse(webhook);
  const unique = (id: string, i: number) => id.slice(0, -3) + String(i).padStart(3, '0');
  return {
    'POST /emails': [
      'emails',
      () => request(samples, 'POST', '/api/emails', emailOf(domain, 'success@simulator.amazonses.com')),
    ],
    'GET /emails/{id}': ['emails', (i) => request(samples, 'GET', `/api/emails/${idOf(i)}`)],
    ...Object.fromEntries(
      dashboardPages.map((path) => [
        `dashboard ${path}`,
        ['dashboard', (i: number) => request(samples, 'GET', path.replace('{id}', idOf(i)))],
      ]),
    ),
    deliver: ['deliver', (i) => batch(JSON.stringify({ id: idOf(i), account }))],
    'feedback (delivery)': ['feedback', (i) => batch(notification.replaceAll(sampleId, idOf(i)))],
    'receive (50 KB, 5 attachments)': ['receive', (i) => batch(JSON.stringify(received[i]))],
    'attempt-webhook (2xx)': [
      'attempt-webhook',
      (i) => batch(JSON.stringify({ ...message, delivery_id: unique(message.delivery_id, i) })),
    ],
  };
}

/** One message as Lambda polls it from SQS. */
const batch = (body: string) => ({
  Records: [{ messageId: 'bench', body, attributes: { ApproximateReceiveCount: '1' } }],
});

/** One request as API Gateway passes it on (payload format 2.0), with an API key and a session cookie. */
function request({ api_key, cookie }: Samples, method: string, path: string, body?: object) {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    cookies: [`__Host-mailwright=${cookie}`],
    headers: {
      authorization: `Bearer ${api_key}`,
      'content-type': 'application/json',
      host: 'api.example.com',
    },
    requestContext: {
      accountId: '000000000000',
      domainName: 'api.example.com',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' },
      requestId: 'bench',
      stage: '$default',
    },
    ...(body && { body: JSON.stringify(body), isBase64Encoded: false }),
  };
}
