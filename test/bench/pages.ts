import { gunzipSync } from 'node:zlib';
import type { StackFile } from '../../localstack/environment.ts';
import type { GatewayEvent, GatewayResult } from '../../shared/http/api-gateway.ts';
import { makeObjects, pagesOf } from '../browser/objects.ts';
import { bundleUrl } from './bundles.ts';
import { roundTrips } from './calls.ts';
import { type Meter, startMeter } from './meter.ts';
import type { Table } from './sections.ts';

type Handler = (event: GatewayEvent) => Promise<GatewayResult>;
type PageCost = {
  path: string;
  /** Transferred bytes. The first visit includes styles and scripts. */
  html: number;
  first: number;
  requests: number;
  ms: number;
  cpu_ms: number;
  trips: number;
};
type Asset = { path: string; bytes: number };

/** Limits from D42. Trips don't include those of the session. */
const budget = { first: 100_000, requests: 8, ms: 300, cpu_ms: 20, trips: 3, script: 30_000, styles: 15_000 };
const [warming, counted] = [3, 10];

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const bytesOf = ({ body, isBase64Encoded }: GatewayResult): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

const textOf = (answer: GatewayResult): string => {
  const bytes = bytesOf(answer);
  return (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

type Ask = (method: string, path: string) => Promise<GatewayResult>;

/**
 * Calls the bundle that Lambda loads, as API Gateway does. Each `instance` has its own clients, from the environment
 * at its start.
 */
async function openBundle(
  name: string,
  { dashboard_url }: StackFile,
  instance: string,
  cookies: string[],
): Promise<Ask> {
  const { handler } = (await import(`${bundleUrl(name)}?${instance}`)) as { handler: Handler };
  return (method, path) => {
    const { pathname, search } = new URL(path, dashboard_url);
    return handler({
      rawPath: pathname,
      rawQueryString: search.slice(1),
      cookies,
      isBase64Encoded: false,
      headers: { origin: dashboard_url, 'accept-encoding': 'gzip' },
      requestContext: { http: { method, sourceIp: '192.0.2.1' } },
    });
  };
}

async function signIn(ask: Ask, { sign_in_url }: StackFile): Promise<string> {
  const answer = await ask('POST', new URL(sign_in_url ?? '').pathname);
  const set = [...(answer.cookies ?? []), answer.headers['set-cookie'] ?? ''].join('; ');
  return /__Host-mailwright=\w+/.exec(set)?.[0] ?? '';
}

type Ways = { direct: Ask; metered: Ask; meter: Meter; assets: Asset[] };

async function measurePage(path: string, { direct, metered, meter, assets }: Ways): Promise<PageCost> {
  const times: number[] = [];
  const chains: number[] = [];
  let cpu = 0;
  let last: GatewayResult | undefined;
  for (let i = 0; i < warming + counted; i++) {
    const [began, used] = [performance.now(), process.cpuUsage()];
    last = await direct('GET', path);
    const [ms, { user, system }] = [performance.now() - began, process.cpuUsage(used)];
    if (last.statusCode !== 200) throw new Error(`${path} answered ${last.statusCode}`);
    const { calls } = await meter.measure(() => metered('GET', path));
    if (i < warming) continue;
    cpu += (user + system) / 1000;
    times.push(ms);
    // Chance can only make a chain of calls longer.
    chains.push(roundTrips(calls));
  }
  const answer = last as GatewayResult;
  const html = bytesOf(answer).length;
  const frames = textOf(answer).split('<iframe').length - 1;
  return {
    path,
    html,
    first: html + assets.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: 1 + assets.length + frames,
    ms: median(times),
    cpu_ms: cpu / counted,
    trips: Math.min(...chains),
  };
}

/**
 * Measures what D42 limits for every page with one object of each kind: bytes, requests, time, CPU, and round trips.
 */
export async function measurePages(
  stack: StackFile,
  environment: Record<string, string>,
): Promise<{ pages: PageCost[]; assets: Asset[] }> {
  const paths = await pagesOf(await makeObjects(stack));
  const { AWS_ENDPOINT_URL: aws = '', AWS_ENDPOINT_URL_SES: ses = '' } = environment;
  const meter = await startMeter({ aws, ses }, aws);
  try {
    const quiet = { AWS_TIMEOUT_FACTOR: '10', POWERTOOLS_LOG_LEVEL: 'SILENT' };
    Object.assign(process.env, environment, quiet);
    const cookies: string[] = [];
    const direct = await openBundle('dashboard', stack, 'direct', cookies);
    cookies.push(await signIn(direct, stack));
    const { aws: api, ses: mail } = meter.urls;
    const through = { AWS_ENDPOINT_URL: api, AWS_ENDPOINT_URL_SES: mail, AWS_ENDPOINT_URL_SESV2: mail };
    Object.assign(process.env, through);
    const metered = await openBundle('dashboard', stack, 'metered', cookies);
    const names = [...textOf(await direct('GET', '/')).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)];
    const assets: Asset[] = [];
    for (const [, path = ''] of names)
      assets.push({ path, bytes: bytesOf(await direct('GET', path)).length });
    const pages: PageCost[] = [];
    for (const path of paths) pages.push(await measurePage(path, { direct, metered, meter, assets }));
    return { pages, assets };
  } finally {
    await meter.close();
  }
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1);

const isOver = (page: PageCost): boolean =>
  (['first', 'requests', 'ms', 'cpu_ms', 'trips'] as const).some((name) => page[name] > budget[name]);

export function pagesTable({ pages, assets }: Awaited<ReturnType<typeof measurePages>>): Table {
  const sum = (kind: string) =>
    assets.filter(({ path }) => path.endsWith(kind)).reduce((total, { bytes }) => total + bytes, 0);
  return {
    title: 'Pages of the dashboard',
    about: `Every page, with an object of each kind, from the bundle that Lambda loads, on the local cloud. Times are from a warm process:
the median of ${counted} for the server, and the mean for CPU. KB are as transferred
(gzip). A first visit also loads styles (${kb(sum('.css'))} of ${kb(budget.styles)} KB) and scripts (${kb(sum('.js'))} of ${kb(budget.script)} KB). Round trips are sequential, with a cached session.
Budgets (D42): ${budget.first / 1000} KB, ${budget.requests} requests, ${budget.ms} ms, ${budget.cpu_ms} ms CPU, ${budget.trips} round trips. Written by \`npm run check -- bench --pages --write\`.`,
    head: ['page', 'html KB', 'first visit KB', 'requests', 'server ms', 'CPU ms', 'round trips', ''],
    rows: pages.map((page) => [
      page.path
        .replace(/\w+_[0-9a-z]{26}/g, '{id}')
        .replace(/\?.*/, '')
        .replace('acme.test', '{name}'),
      ...[kb(page.html), kb(page.first), String(page.requests), page.ms.toFixed(1)],
      ...[page.cpu_ms.toFixed(1), String(page.trips), isOver(page) ? 'OVER' : 'ok'],
    ]),
  };
}
