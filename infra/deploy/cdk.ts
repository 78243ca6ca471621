import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';

/**
 * `cdk deploy` of one stack alone, in this terminal. Returns the outputs of that stack, or null when the deploy failed,
 * after CDK has said why.
 */
export function deployStack(
  stack: 'Core' | 'Smtp',
  context: Record<string, string>,
  { yes, region }: { yes: boolean; region: string },
): Record<string, string> | null {
  mkdirSync('.local', { recursive: true });
  const outputsFile = `.local/outputs-${stack}.json`;
  const args = ['deploy', stack, '--exclusively', '--outputs-file', outputsFile];
  if (yes) args.push('--require-approval', 'never');
  for (const [name, value] of Object.entries(context)) args.push('-c', `${name}=${value}`);
  const env = { ...process.env, AWS_REGION: region };
  const { status } = spawnSync('node_modules/.bin/cdk', args, { stdio: 'inherit', env });
  if (status !== 0) return null;
  const [outputs] = Object.values(JSON.parse(readFileSync(outputsFile, 'utf8')));
  return outputs as Record<string, string>;
}
