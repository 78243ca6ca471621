import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

type Note = {
  stage: string;
  stack: 'Core' | 'Smtp';
  /** Its outputs by their name. */
  outputs: Record<string, string>;
  region: string;
  /** The profile that the deploy used; keys of the environment are not written down. */
  profile: string | undefined;
  context: Record<string, string>;
};

export const noteFile = (folder: string, stage: string): string => `${folder}/deployed-${stage}.json`;

type Where = { region: string; account: string | undefined };

const accountIn = (variables: Record<string, string>): string | undefined =>
  variables.DELIVER_QUEUE_ARN?.split(':')[4];

/**
 * The note of a stage in this region and account, {} where there is none: the same name in another one is another deployment.
 * An account that is not known on both sides is not compared.
 */
export function readNote(folder: string, stage: string, { region, account }: Where): Record<string, string> {
  const file = noteFile(folder, stage);
  const noted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const isOther = accountIn(noted) !== undefined && account !== undefined && accountIn(noted) !== account;
  return noted.AWS_REGION === region && !isOther ? noted : {};
}

/**
 * Notes the outputs of a stack in `<folder>/deployed-<stage>.json`, as the variables of the functions: there
 * `npm run admin` finds the deployment, with the region, which a later shell need not have. Each stack is noted as it
 * succeeds: those of Core take the place of all, since a value at its default is no output. Returns all that is noted.
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

/** The context that the last deploy from this checkout was given. */
export function notedContext(folder: string, stage: string, where: Where): Record<string, string> | null {
  const { DEPLOY_CONTEXT: text } = readNote(folder, stage, where);
  return text === undefined ? null : JSON.parse(text);
}

export const variablesOf = (outputs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(outputs).map(([name, value]) => [variableName(name), value]));

/** The output TableName is the variable TABLE_NAME. */
function variableName(output: string): string {
  return output.replace(/(?!^)([A-Z])/g, '_$1').toUpperCase();
}
