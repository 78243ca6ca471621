import { checkTableName } from '../config.ts';
import { checkNames } from '../context-names.ts';
import { deployStack, passesOf } from './cdk.ts';
import { costLine } from './costs.ts';
import { deliverInRegion } from './delivery-mode.ts';
import { makeEcsRole } from './ecs-role.ts';
import { gatherFacts, type Here, lookAround, recallLast } from './facts.ts';
import type { Facts, Finding } from './finding.ts';
import { judgeGround } from './ground.ts';
import { noteDeployment } from './note-deployment.ts';
import { answerTo, needed, type Options, readOptions, usage } from './options.ts';
import { requestProduction, useCase } from './production.ts';
import { leaveRuleSet, useRuleSet } from './receiving.ts';
import {
  type Context,
  copiesOf,
  differences,
  mergeContext,
  rememberContext,
  switchedOff,
} from './remembered.ts';
import { takeTable } from './restored-table.ts';
import { runDoctor, waitForApi, waitForSender } from './self-test.ts';
import { holdSignals } from './signals.ts';
import { removeStack, type StackName, stackNames } from './stacks.ts';

/**
 * Checks what a deploy needs, deploys stack by stack, notes the outputs, runs the self-test, and shows the
 * costs.
 */
async function main(args: string[]): Promise<number> {
  const given = readOptions(args);
  const { stage } = given.context;
  if (given.help || !stage) return explain(given);
  const here = await lookAround(stage);
  if (given.website) return (await askForProduction(here.region, given.website, given.yes)) ? 0 : 1;
  const last = await recallLast(here, stage);
  // An empty value may remove a value from an earlier version.
  checkNames(
    Object.keys(given.context).filter((name) => given.context[name] !== '' || !(name in (last ?? {}))),
  );
  const options = { ...given, context: mergeContext(last ?? {}, given.context) };
  checkNames(Object.keys(options.context));
  if (needed.some((name) => !options.context[name])) return explain(options);
  const { table } = options.context;
  if (table) checkTableName(stage, table);
  const facts = await gatherFacts(wantedBy(options), here);
  const findings = judgeGround(facts, {
    ...wantedBy(options),
    ...(last && changesOf(last, options.context)),
  });
  for (const finding of findings) say(lineOf(finding));
  for (const line of last ? differences(last, options.context) : []) say(`  ${line}`);
  const off = last ? switchedOff(last, options.context) : [];
  if (off.length > 0) say(`This deploy turns off: ${off.join(', ')}.`);
  if (findings.some(({ level }) => level === 'stop')) return 1;
  if (options.check) return 0;
  if (off.length > 0 && !options.yes && !(await isAgreed())) return 1;
  return (await bringUp(options, facts, here)) ? 0 : 1;
}

const changesOf = (last: Context, next: Context) => ({
  kms: { last: last.kms ?? 'own', next: next.kms ?? 'own' },
  table: { last: last.table, next: next.table },
  lastPeak: Number(last.peakSendsPerSecond ?? 0),
});

function explain({ help, context }: Options): number {
  const missing = needed.filter((name) => !context[name]).map((name) => `\nMissing: -c ${name}=…`);
  say(`${usage}${help ? '' : missing.join('')}`);
  return help ? 0 : 1;
}

async function askForProduction(region: string, website: string, yes: boolean): Promise<boolean> {
  say(`This request will be sent to AWS, with the website ${website}:\n\n${useCase}\n`);
  if (!yes && (await answerTo('Type yes to send it: ')) !== 'yes') return false;
  say(await requestProduction(region, website));
  return true;
}

/** Asks, so a mistyped value doesn't switch off something in use. */
async function isAgreed(): Promise<boolean> {
  if ((await answerTo('Type yes to continue: ')) === 'yes') return true;
  say(
    'Nothing was deployed. To keep these features, pass the values from the last deploy. To turn them off, pass --yes.',
  );
  return false;
}

async function bringUp(options: Options, seen: Facts, { stacks }: Here): Promise<boolean> {
  const { stage, inbound, smtp } = wantedBy(options);
  const facts = await withTable(seen, options.context.table);
  const door = { region: facts.region, stage, inbound };
  const role = smtp ? await makeEcsRole(facts.region) : null;
  if (role) say(lineOf(role));
  // CDK asks too. Answering with Ctrl-C must not leave SES without a rule set.
  const signals = holdSignals();
  // In a region without SES receiving, or without permission, there is nothing to switch off.
  const left = await leaveRuleSet(door).catch(() => false);
  if (!left) await signals.release();
  let variables: Variables | null = null;
  try {
    variables = await deployAll(options, facts, signals);
  } finally {
    if (left && !variables) await goOnReceiving(door);
    await signals.release();
  }
  if (!variables) return false;
  await useRuleSet(door);
  const elsewhere = await deliverInRegion(facts.region, stage);
  if (elsewhere) say(lineOf(elsewhere));
  if (!smtp && stacks?.Smtp) await removeStack(facts.region, stackNames(stage).Smtp);
  return finishDeploy(options, variables, facts);
}

/** The facts, including the restored table's stream, which now exists. */
async function withTable(facts: Facts, table: string | undefined): Promise<Facts> {
  if (!table) return facts;
  const stream = await takeTable(facts.region, table, say);
  if (stream === null) throw new Error(`Table ${table} doesn't exist or has no stream.`);
  return { ...facts, table: { stream } };
}

/** The deploy failed or was declined, so the existing stack continues to receive with SES. */
async function goOnReceiving(door: Parameters<typeof useRuleSet>[0]): Promise<void> {
  await useRuleSet({ ...door, inbound: 'ses' }).catch((error: Error) => {
    say(lineOf({ level: 'stop', text: `SES is not receiving mail: ${error.message}`, fix: 'Deploy again.' }));
  });
}

function wantedBy({ context }: Options) {
  return {
    stage: context.stage ?? '',
    serviceDomain: context.serviceDomain ?? '',
    hostedZoneId: context.hostedZoneId ?? '',
    smtp: context.smtp === 'true',
    inbound: context.inbound,
    context,
    peakSendsPerSecond: Number(context.peakSendsPerSecond ?? 0),
    alarmEmail: context.alarmEmail,
    // CDK's name for the prefix of a bootstrap's resources (P56).
    qualifier: context['@aws-cdk/core:bootstrapQualifier'],
  };
}

function lineOf({ level, text, fix }: Finding): string {
  const mark = { ok: '✓', warn: '!', stop: '✗' }[level];
  return `${mark} ${text}${fix ? `\n    ${fix}` : ''}`;
}

type Variables = Record<string, string>;

/**
 * Notes each stack, and remembers its context, as soon as it succeeds. So a failing second stack doesn't hide
 * the first.
 */
async function deployAll(
  options: Options,
  facts: Facts,
  { came }: ReturnType<typeof holdSignals>,
): Promise<Variables | null> {
  const { smtp, stage } = wantedBy(options);
  const { context } = options;
  let variables: Variables | null = null;
  for (const stack of smtp ? (['Core', 'Smtp'] as const) : (['Core'] as const)) {
    if (came()) return null;
    const outputs = deployOne(stack, options, facts);
    if (!outputs) return null;
    const place = { region: facts.region, profile: process.env.AWS_PROFILE };
    variables = noteDeployment('.local', { stage, stack, outputs, context, ...place });
    await rememberContext(facts.region, stage, context);
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

async function finishDeploy(options: Options, variables: Variables, facts: Facts): Promise<boolean> {
  const { stage, smtp: relayed } = wantedBy(options);
  const { kms, smtpSize, smtpZones = 2 } = options.context;
  const size = smtpSize === 'small' ? ('small' as const) : ('standard' as const);
  const smtp = relayed ? { size, zones: Number(smtpZones) } : undefined;
  const concurrency = copiesOf(options.context, facts.lambda_concurrency);
  const parts = { key: kms !== 'aws-owned', smtp, concurrency };
  const origin = variables.PUBLIC_ORIGIN ?? '';
  const answers = await waitForApi(origin);
  say(`
  Base URL   ${origin}/api ${answers ? '' : '(not responding yet; DNS can take a few minutes)'}
  Accounts   npm run -s admin -- create-account --email you@example.com --stage ${stage}
  Costs      ${costLine(parts, facts.ses?.plan)}
`);
  if (!answers) return false;
  const sender = variables.SANDBOX_DOMAIN;
  if (sender && !(await waitForSender(facts.region, sender, say)))
    say(`SES didn't verify ${sender} within ten minutes. Run npm run -s doctor -- --stage ${stage} later.`);
  return runDoctor(stage);
}

const say = (text: string) => process.stdout.write(`${text}\n`);

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return 1;
});
