import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { localEnvironment, localStackIsRunning, stackFile } from '../localstack/environment.ts';
import { localFolder } from '../localstack/running.ts';

type Deployment = {
  name: string;
  /** The variables of its functions. For the local stack, also endpoints and credentials. */
  environment: Record<string, string>;
};

/**
 * Finds the deployment of `stage` (`local` is the local stack) in the notes of `npm run deploy`, or in the outputs of
 * its stacks (P46). Without a stage: the one in the shell's variables, the running local stack, or the only one
 * noted. Throws an error that lists what exists.
 */
export async function chooseDeployment(stage: string | undefined): Promise<Deployment> {
  if (stage === undefined) return usualDeployment();
  return stage === 'local' ? localDeployment() : (notedDeployment(stage) ?? deployedElsewhere(stage));
}

function notedDeployment(stage: string): Deployment | null {
  const file = noteOf(stage);
  if (!existsSync(file)) return null;
  const environment = JSON.parse(readFileSync(file, 'utf8'));
  return { name: describe(environment, file), environment };
}

async function deployedElsewhere(stage: string): Promise<Deployment> {
  // Imported here, because the CloudFormation client would slow down every command.
  const { findDeployment } = await import('../infra/deploy/stacks.ts');
  const found = await findDeployment(stage).catch((error: Error) => error);
  if (found instanceof Error || found === null) {
    const stack =
      found === null ? 'no such CloudFormation stack' : `CloudFormation couldn't be read (${found.message})`;
    throw new Error(`Stage ${stage} not found: no ${noteOf(stage)}, and ${stack}. ${whatThereIs()}`);
  }
  return { name: describe(found, `stack mailwright-${stage}`), environment: found };
}

async function usualDeployment(): Promise<Deployment> {
  if (process.env.TABLE_NAME) {
    const environment = { ...process.env } as Record<string, string>;
    return { name: describe(environment, 'from the shell variables'), environment };
  }
  if (localStackIsRunning()) return localDeployment();
  const [stage, ...more] = notedStages();
  if (stage === undefined || more.length > 0)
    throw new Error(`Choose a deployment with --stage <stage>. ${whatThereIs()}`);
  return chooseDeployment(stage);
}

function localDeployment(): Deployment {
  const environment = localEnvironment();
  return { name: `local stack (${stackFile()})`, environment };
}

function describe(environment: Record<string, string>, source: string): string {
  const { STAGE, AWS_REGION, DELIVER_QUEUE_ARN } = environment;
  const account = DELIVER_QUEUE_ARN?.split(':')[4] || 'unknown';
  return `stage ${STAGE} in ${AWS_REGION ?? "this shell's region"}, AWS account ${account} (${source})`;
}

const noteOf = (stage: string) => `${localFolder}/deployed-${stage}.json`;

function notedStages(): string[] {
  if (!existsSync(localFolder)) return [];
  const names = readdirSync(localFolder).map((name) => /^deployed-(.+)\.json$/.exec(name)?.[1]);
  return names.filter((name) => name !== undefined).sort();
}

function whatThereIs(): string {
  const noted = notedStages();
  const stages = noted.length
    ? `Deployed from this checkout: ${noted.join(', ')}.`
    : 'Nothing was deployed from this checkout.';
  return `${stages} ${localStackIsRunning() ? 'A local stack is running.' : 'No local stack is running.'}`;
}
