import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildFunctions } from '../../infra/build.ts';
import { buildFolder, functions } from '../../infra/functions.ts';

export type BundleCost = {
  name: string;
  http: boolean;
  kb: number;
  /** Loaded on demand, by dynamic imports. */
  lazy_kb: number;
  /** Medians over fresh processes, in milliseconds. */
  cpu_ms: number;
  wall_ms: number;
};

const processes = 15;

/** Imports a bundle in its own process and prints the cost. */
const importer = `
const [cpu, wall] = [process.cpuUsage(), performance.now()];
await import(process.argv[1]);
const { user, system } = process.cpuUsage(cpu);
process.stderr.write(JSON.stringify({ cpu_ms: (user + system) / 1000, wall_ms: performance.now() - wall }));
process.exit(0);
`;

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The size of each function's bundle, and the cost of a cold import under `environment`. */
export async function measureBundles(environment: Record<string, string>): Promise<BundleCost[]> {
  const costs: BundleCost[] = [];
  for (const { name, bytes, lazyBytes } of await buildFunctions()) {
    const runs = [];
    for (let i = 0; i < processes; i++) runs.push(await importOnce(name, environment));
    costs.push({
      name,
      http: functions[name]?.routes !== undefined,
      kb: Math.ceil(bytes / 1000),
      lazy_kb: Math.ceil(lazyBytes / 1000),
      cpu_ms: median(runs.map((run) => run.cpu_ms)),
      wall_ms: median(runs.map((run) => run.wall_ms)),
    });
  }
  return costs;
}

/** The file that Lambda loads. */
export const bundleUrl = (name: string): string => pathToFileURL(`${buildFolder}/${name}/handler.mjs`).href;

async function importOnce(name: string, environment: Record<string, string>) {
  const args = ['--input-type=module', '--eval', importer, bundleUrl(name)];
  const { stderr } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
  });
  return JSON.parse(stderr) as { cpu_ms: number; wall_ms: number };
}
