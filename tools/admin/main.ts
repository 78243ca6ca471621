import { type Config, readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { sesArns, sesIdentities } from '../../shared/aws/identities.ts';
import type { Log } from '../../shared/domain/context.ts';
import { examine, type Finding } from './doctor/examine.ts';
import type { Places } from './doctor/visit.ts';
import type { Work } from './options.ts';

const line = ({ link, ok, ms, what, fix }: Finding) => {
  const found = `${ok ? 'ok  ' : 'FAIL'}  ${link.padEnd(8)}  ${String(ms).padStart(6)} ms  ${what}\n`;
  return fix === null ? found : `${found}      fix: ${fix}\n`;
};

/** One line per link, with the fix below the broken one, or JSON. */
function reportOf(findings: Finding[], { json }: { json: boolean }): string {
  if (!json) return findings.map(line).join('');
  return `${JSON.stringify({ ok: findings.every(({ ok }) => ok), links: findings })}\n`;
}

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

export const contextOf = (config: Config) => createContext(config, { log: silent });

export async function runAdmin(
  work: Work,
  identitiesOf: typeof sesIdentities = sesIdentities,
): Promise<Record<string, unknown>> {
  const config = readConfig();
  return work(contextOf(config), identitiesOf(config.AWS_REGION, sesArns(config.DELIVER_QUEUE_ARN)));
}

export async function examineDeployment(
  options: { json: boolean },
  places: Places = {},
): Promise<{ ok: boolean; report: string }> {
  const findings = await examine(contextOf(readConfig()), places);
  return { ok: findings.every(({ ok }) => ok), report: reportOf(findings, options) };
}
