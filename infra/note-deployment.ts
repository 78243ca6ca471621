import { readFileSync, writeFileSync } from 'node:fs';

type Outputs = Record<string, string>;

/**
 * Keeps what `cdk deploy --outputs-file` wrote as the variables of the functions, with the region, in
 * `<folder>/deployed-<stage>.json`: there `npm run admin` finds the deployment. Returns the path.
 */
export function noteDeployment(outputsFile: string, folder: string): string {
  const stacks: Record<string, Outputs> = JSON.parse(readFileSync(outputsFile, 'utf8'));
  const core = Object.entries(stacks).find(([name]) => !name.endsWith('-smtp'))?.[1] ?? {};
  const variables = Object.entries(core).map(([name, value]) => [variableName(name), value]);
  const file = `${folder}/deployed-${core.Stage}.json`;
  const noted = { ...Object.fromEntries(variables), AWS_REGION: regionOf(core) };
  writeFileSync(file, `${JSON.stringify(noted, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** The output TableName is the variable TABLE_NAME. */
function variableName(output: string): string {
  return output.replace(/(?!^)([A-Z])/g, '_$1').toUpperCase();
}

/** The region may have come from a profile, which the shell of a later command need not have: an ARN names it. */
function regionOf({ DeliverQueueArn = '' }: Outputs): string {
  const [, , , region] = DeliverQueueArn.split(':');
  if (!region)
    throw new Error('The outputs of the deployment have no DeliverQueueArn to read the region from.');
  return region;
}
