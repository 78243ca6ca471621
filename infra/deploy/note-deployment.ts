import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

type Note = {
  stage: string;
  stack: 'Core' | 'Smtp';
  outputs: Record<string, string>;
  region: string;
  /** The profile that the deploy used. Keys from the environment aren't written down. */
  profile: string | undefined;
  context: Record<string, string>;
};

export const noteFile = (folder: string, stage: string): string => `${folder}/deployed-${stage}.json`;

type Where = { region: string; account: string | undefined };

const accountIn = (variables: Record<string, string>): string | undefined =>
  variables.DELIVER_QUEUE_ARN?.split(':')[4];

/**
 * The note of a stage in this region and account, or {}: the same name elsewhere is a different deployment.
 * Accounts are compared only if both are known.
 */
export function readNote(folder: string, stage: string, { region, account }: Where): Record<string, string> {
  const file = noteFile(folder, stage);
  const noted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const isOther = accountIn(noted) !== undefined && account !== undefined && accountIn(noted) !== account;
  return noted.AWS_REGION === region && !isOther ? noted : {};
}

/**
 * Notes a stack's outputs in `<folder>/deployed-<stage>.json`, as the functions' variables, so `npm run
 * admin` finds the deployment and its region. Core's outputs replace all earlier ones, because values at
 * their default aren't output. Returns everything noted.
 */
export function noteDeployment(
  folder: string,
  { stage, stack, outputs, region, profile, context }: Note,
): Record<string, string> {
  const made = variablesOf(outputs);
  const known = stack === 'Core' ? {} : readNote(folder, stage, { region, account: undefined });
  const place = { AWS_REGION: region, ...(profile && { AWS_PROFILE: profile }) };
  const noted = { ...known, ...made, ...place, DEPLOY_CONTEXT: JSON.stringify(context) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(noteFile(folder, stage), `${JSON.stringify(noted, null, 2)}\n`, { mode: 0o600 });
  return noted;
}

/** The context of the last deploy from this checkout. */
export function notedContext(folder: string, stage: string, where: Where): Record<string, string> | null {
  const { DEPLOY_CONTEXT: text } = readNote(folder, stage, where);
  return text === undefined ? null : JSON.parse(text);
}

export const variablesOf = (outputs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(outputs).map(([name, value]) => [variableName(name), value]));

/** Output TableName becomes variable TABLE_NAME. */
function variableName(output: string): string {
  return output.replace(/(?!^)([A-Z])/g, '_$1').toUpperCase();
}
