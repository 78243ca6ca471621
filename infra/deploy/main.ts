import { functions } from '../functions.ts';
import { deployStack } from './cdk.ts';
import { costLine } from './costs.ts';
import { gatherFacts } from './facts.ts';
import { type Facts, type Finding, judgeGround, type StackName } from './ground.ts';
import { noteDeployment } from './note-deployment.ts';
import { type Options, readOptions, usage } from './options.ts';
import { passesOf } from './passes.ts';
import { leaveRuleSet, useRuleSet } from './receiving.ts';
import { runDoctor, waitForApi } from './self-test.ts';

/** Looks at the ground, deploys stack by stack, notes what came out, tries it and says what it costs (P4). */
async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  const missing = options.missing.map((name) => `\nMissing: -c ${name}=…`).join('');
  if (options.help || missing) {
    say(`${usage}${missing}`);
    return options.help ? 0 : 1;
  }
  const facts = await gatherFacts(wantedBy(options));
  const findings = judgeGround(facts, wantedBy(options));
  for (const finding of findings) say(lineOf(finding));
  if (findings.some(({ level }) => level === 'stop')) return 1;
  if (options.check) return 0;
  const door = { region: facts.region, stage: wantedBy(options).stage, inbound: options.context.inbound };
  // A region without SES receiving, or a caller who may not look: there is nothing to leave.
  const left = await leaveRuleSet(door).catch(() => false);
  const variables = deployAll(options, facts);
  if (!variables) {
    if (left) await goOnReceiving(door);
    return 1;
  }
  await useRuleSet(door);
  return (await finish(options, variables)) ? 0 : 1;
}

/** The deploy failed or was declined: the existing stack still has SES as its door. */
async function goOnReceiving(door: Parameters<typeof useRuleSet>[0]): Promise<void> {
  await useRuleSet({ ...door, inbound: 'ses' }).catch((error: Error) => {
    say(lineOf({ level: 'stop', text: `SES receives no mail now: ${error.message}`, fix: 'Deploy again' }));
  });
}

function wantedBy({ context }: Options) {
  return {
    stage: context.stage ?? '',
    serviceDomain: context.serviceDomain ?? '',
    hostedZoneId: context.hostedZoneId ?? '',
    smtp: context.smtp === 'true',
    inbound: context.inbound,
    peakSendsPerSecond: Number(context.peakSendsPerSecond ?? 0),
    alarmEmail: context.alarmEmail,
  };
}

function lineOf({ level, text, fix }: Finding): string {
  const mark = { ok: '✓', warn: '!', stop: '✗' }[level];
  return `${mark} ${text}${fix ? `\n    ${fix}` : ''}`;
}

type Variables = Record<string, string>;

/** Each stack is noted as it succeeds: a second one that fails does not hide the first. */
function deployAll(options: Options, facts: Facts): Variables | null {
  const { smtp, stage } = wantedBy(options);
  let variables: Variables | null = null;
  for (const stack of smtp ? (['Core', 'Smtp'] as const) : (['Core'] as const)) {
    const outputs = deployOne(stack, options, facts);
    if (!outputs) return null;
    variables = noteDeployment('.local', {
      stage,
      outputs,
      region: facts.region,
      profile: process.env.AWS_PROFILE,
    });
  }
  return variables;
}

function deployOne(stack: StackName, { context, yes }: Options, facts: Facts): Record<string, string> | null {
  let outputs: Record<string, string> | null = null;
  for (const pass of passesOf(stack, facts, context)) {
    outputs = deployStack(stack, pass, { yes, region: facts.region });
    if (!outputs) return null;
  }
  return outputs;
}

async function finish(options: Options, variables: Variables): Promise<boolean> {
  const { stage, smtp } = wantedBy(options);
  const origin = variables.PUBLIC_ORIGIN ?? '';
  const answers = await waitForApi(origin);
  say(`
  Base URL   ${origin}/api ${answers ? '' : '(does not answer yet: DNS may need some minutes)'}
  Accounts   npm run -s admin -- create-account --email you@example.com --stage ${stage}
  Costs      ${costLine({ queues: queueCount, key: options.context.kms !== 'aws-owned', smtp })}
`);
  return answers && runDoctor(stage);
}

const queueCount = Object.values(functions).flatMap(({ queues = [] }) => queues).length;

const say = (text: string) => process.stdout.write(`${text}\n`);

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return 1;
});
