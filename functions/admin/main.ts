import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { sesArns, sesIdentities } from '../../shared/aws/identities.ts';
import type { Log } from '../../shared/domain/context.ts';
import type { Work } from './command.ts';
import { examine } from './doctor/examine.ts';
import { reportOf } from './doctor/report.ts';
import type { Places } from './doctor/visit.ts';

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Does an operator's command on the deployment that the environment describes. */
export async function runAdmin(
  work: Work,
  identitiesOf: typeof sesIdentities = sesIdentities,
): Promise<Record<string, unknown>> {
  const config = readConfig();
  return work(
    createContext(config, { log: silent }),
    identitiesOf(config.AWS_REGION, sesArns(config.DELIVER_QUEUE_ARN)),
  );
}

/** `npm run doctor` on the deployment that the environment describes. */
export async function examineDeployment(
  options: { json: boolean },
  places: Places = {},
): Promise<{ ok: boolean; report: string }> {
  const findings = await examine(createContext(readConfig(), { log: silent }), places);
  return { ok: findings.every(({ ok }) => ok), report: reportOf(findings, options) };
}
