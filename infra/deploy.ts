import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { noteDeployment } from './note-deployment.ts';

const usage = `Deploys Mailwright into your AWS account.

  npm run deploy -- -c stage=prod -c serviceDomain=mail.example.com -c hostedZoneId=Z0123456789ABC

  stage           names the deployment; several may live in one account
  serviceDomain   return path, SPF host, sandbox sender and api.<serviceDomain> live below it
  hostedZoneId    the Route 53 zone of exactly that name
  webhookTargets  public (default), or any: webhooks may reach private addresses
  smtp=false      leaves out the SMTP task, which needs Docker to build
  bodyDays, emailDays, eventDays, webhookLogDays   how long things are kept: 30, 90, 90 and 30 days

AWS credentials and region come from the environment, as for the AWS CLI. Once per account and region:
  npx cdk bootstrap
`;

/** Runs the CDK CLI for both stacks, and notes the outputs where `npm run admin` finds them. */
function main(): number {
  const values = readOptions();
  if (values === null) return 1;
  const context = new Map(values.context.map((pair) => [pair.split('=', 1)[0] ?? '', pair]));
  const missing = whatIsMissing(context);
  if (values.help || missing.length) {
    process.stderr.write(`${usage}${missing.map((what) => `\nMissing: ${what}`).join('')}\n`);
    return values.help ? 0 : 1;
  }
  if (!context.has('smtp')) context.set('smtp', 'smtp=true');
  mkdirSync('.local', { recursive: true });
  const outputsFile = '.local/outputs.json';
  const args = ['deploy', '--all', '--outputs-file', outputsFile];
  if (values.yes) args.push('--require-approval', 'never');
  for (const pair of context.values()) args.push('-c', pair);
  const { status } = spawnSync('node_modules/.bin/cdk', args, { stdio: 'inherit' });
  if (status === 0)
    process.stderr.write(`Noted for npm run admin: ${noteDeployment(outputsFile, '.local')}\n`);
  return status ?? 1;
}

/** null, with the usage on stderr, when an option is unknown. */
function readOptions() {
  try {
    return parseArgs({
      options: {
        context: { type: 'string', short: 'c', multiple: true, default: [] },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${usage}\n${(error as Error).message}\n`);
    return null;
  }
}

function whatIsMissing(context: Map<string, string>): string[] {
  const missing = ['stage', 'serviceDomain', 'hostedZoneId']
    .filter((name) => !context.has(name))
    .map((name) => `-c ${name}=…`);
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_PROFILE } = process.env;
  if (!(AWS_REGION || AWS_DEFAULT_REGION || AWS_PROFILE))
    missing.push('AWS_REGION (or a profile that has one)');
  const smtp = context.get('smtp') !== 'smtp=false';
  if (smtp && spawnSync('docker', ['version'], { stdio: 'ignore' }).status !== 0) {
    missing.push('Docker, to build the image of the SMTP task (or -c smtp=false)');
  }
  return missing;
}

process.exitCode = main();
