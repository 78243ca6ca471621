import { longestNewStage } from '../../shared/core/stage-name.ts';
import { leastUnreserved, usualQuota } from '../concurrency.ts';
import { ruleSetName } from '../constructs/rule-set.ts';
import { leastPeakOf, needsOf, type Warm } from '../peak.ts';
import { cheaperPlan, sesPerMillion } from './prices.ts';
import { copiesOf } from './remembered.ts';
import { isFirstDeploy, type StackName, stackNames } from './stacks.ts';

/** The state of the account, the region and this machine; `undefined` where the caller may not look. */
export type Facts = {
  account: string;
  region: string;
  /** Version of the CDK bootstrap stack; null without one. */
  bootstrap: number | null | undefined;
  ses: SesAccount | undefined;
  lambda_concurrency: number | undefined;
  /** What no function of the account reserves of it. */
  lambda_unreserved?: number | undefined;
  /** The hosted zone, and the name servers that the world sees for its name; null when there is no such zone. */
  zone: { name: string; name_servers: string[]; live: string[] } | null | undefined;
  /** Status of each stack; null before its first deploy. */
  stacks: Record<StackName, string | null> | undefined;
  docker: boolean;
  /** The receipt rule set that SES uses in this region; null: none. Asked only where SES is to receive. */
  rule_set?: string | null | undefined;
  /** The restored table that the deployment is to use (P47), and its stream, which it gets by the deploy; null: there is no such table. */
  table?: { stream: string | null } | null | undefined;
  /** The units that the stack's own table is warm for. Asked only where a peak is planned for. */
  warm?: Warm | undefined;
};

type SesAccount = {
  production: boolean;
  sending: boolean;
  per_second: number;
  per_day: number;
  /** The pricing plan, and the one that the next month begins with, where another was asked for (P51). */
  plan?: string;
  next_plan?: string;
};

type Wanted = {
  serviceDomain: string;
  hostedZoneId: string;
  smtp: boolean;
  inbound?: string | undefined;
  stage?: string | undefined;
  peakSendsPerSecond: number;
  /** The qualifier of the CDK bootstrap. */
  qualifier?: string | undefined;
  /** The peak of the last deploy; 0: none. */
  lastPeak?: number;
  alarmEmail: string | undefined;
  /** The key that the deployment has now, and the one that it is to have (P46). */
  kms?: { last: string; next: string };
  /** The values from which the copies of each function follow (P8). */
  context?: Record<string, string>;
  /** The restored table that it uses now, and the one that it is to use (P47). */
  table?: { last: string | undefined; next: string | undefined };
};

export type Finding = {
  /** `stop`: the deploy would fail. `warn`: it works, with less than a full service. */
  level: 'ok' | 'warn' | 'stop';
  text: string;
  fix?: string;
};

/** The quotas that AWS raises on request, by their codes in Service Quotas. */
const lambdaQuota = 'L-B99A9384';

/** Write units a second of one table, unless more are granted. */
const tableQuota = 40_000;

/** The qualifier of a bootstrap without one of the operator's. */
export const usualQualifier = 'hnb659fds';

/** CDK asks for this bootstrap version in each template. */
const leastBootstrap = 6;

/** Looks at everything that a deploy needs, before it begins (P4). */
export function judgeGround(facts: Facts, wanted: Wanted): Finding[] {
  return [
    ok(`account ${facts.account}, region ${facts.region}`),
    ...judgeRegion(facts),
    judgeBootstrap(facts, wanted),
    ...judgeName(facts, wanted),
    ...judgeStacks(facts, wanted),
    ...judgeKey(wanted),
    ...judgeTable(facts, wanted),
    judgeZone(facts, wanted),
    ...judgeSes(facts, wanted),
    ...judgePlan(facts),
    ...judgeLambda(facts, wanted),
    ...judgeReserved(facts, wanted),
    ...judgePeak(facts, wanted),
    ...judgeWarmth(facts, wanted),
    ...(wanted.smtp ? [judgeDocker(facts)] : []),
    ...(wanted.inbound === 'ses' ? [judgeRuleSet(facts, wanted)] : []),
    ...(wanted.alarmEmail
      ? []
      : [
          warn(
            'no email address receives alarms',
            'Set one with -c alarmEmail=…, or subscribe to the alarm topic after the deploy.',
          ),
        ]),
  ];
}

/** China, GovCloud, and the sovereign clouds lack services that we use, and their ARNs begin with other words. */
function judgeRegion({ region }: Facts): Finding[] {
  if (!/^(?:cn|us-gov|us-iso[a-z]?|eu-isoe|eusc-de)-/.test(region)) return [];
  const text = `Mailwright runs only in commercial AWS regions, and ${region} is not one`;
  return [stop(text, 'Set AWS_REGION to another region.')];
}

function judgeBootstrap(
  { account, region, bootstrap }: Facts,
  { qualifier = usualQualifier }: Wanted,
): Finding {
  if (bootstrap === undefined) return unseen('CDK bootstrap', 'ssm:GetParameter');
  if (bootstrap !== null && bootstrap >= leastBootstrap) return ok(`CDK bootstrap, version ${bootstrap}`);
  const text =
    bootstrap === null
      ? 'this region is not bootstrapped for CDK'
      : `CDK bootstrap version ${bootstrap} is too old`;
  const own = qualifier === usualQualifier ? '' : ` --qualifier ${qualifier}`;
  return stop(text, `npx cdk bootstrap aws://${account}/${region}${own}`);
}

/** A deployed stage keeps its name. */
function judgeName({ stacks }: Facts, { stage = '' }: Wanted): Finding[] {
  if (!stacks || !isFirstDeploy(stacks.Core)) return [];
  const fix = 'Choose another name, such as -c stage=dev.';
  if (stage.length > longestNewStage)
    return [
      stop(`a new stage name can have at most ${longestNewStage} characters, not ${stage.length}`, fix),
    ];
  // A deployment of that name is found by none of them.
  if (stage === 'local')
    return [
      warn(
        "admin and doctor use the name local for the `npm start` stack, so they can't reach this stage",
        fix,
      ),
    ];
  return [];
}

function judgeStacks({ stacks }: Facts, { smtp, stage = '' }: Wanted): Finding[] {
  if (stacks === undefined) return [unseen('earlier deploys', 'cloudformation:DescribeStacks')];
  const names: StackName[] = smtp ? ['Core', 'Smtp'] : ['Core'];
  return names.map((name) => judgeStack(name, stacks[name], stage));
}

function judgeStack(name: StackName, status: string | null, stage: string): Finding {
  if (name === 'Core' && status === 'ROLLBACK_FAILED') return judgeRest(stage);
  if (isFirstDeploy(status)) return ok(`first deploy of stack ${name}`);
  if (status?.endsWith('_IN_PROGRESS'))
    return stop(`another deploy of stack ${name} is in progress (${status})`, 'Wait until it ends.');
  if (status?.endsWith('_FAILED'))
    return stop(`the last deploy of stack ${name} did not finish (${status})`, repairOf(name, status, stage));
  return ok(`update of stack ${name} (${status})`);
}

/** CDK deletes such a stack, and the bucket in which SES has left an object is not deleted with it (P2). */
function judgeRest(stage: string): Finding {
  const text =
    'CloudFormation could not roll back the first deploy completely (ROLLBACK_FAILED). Its stack will be deleted first';
  const fix = `A bucket that has objects is kept. With deletionProtection=false, that makes the deploy fail. To delete everything: npm run destroy -- --stage ${stage}`;
  return warn(text, fix);
}

/** The command that completes or removes a half-done stack. */
function repairOf(name: StackName, status: string, stage: string): string {
  const stack = stackNames(stage)[name];
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return `aws cloudformation continue-update-rollback --stack-name ${stack}`;
  if (status !== 'DELETE_FAILED') return 'Check the stack in the CloudFormation console.';
  return name === 'Core'
    ? `npm run destroy -- --stage ${stage}`
    : `aws cloudformation delete-stack --stack-name ${stack}`;
}

/** Objects, messages and DKIM keys stay encrypted with the key that they were written with. */
export function judgeKey({ kms }: Pick<Wanted, 'kms'>): Finding[] {
  if (kms?.last !== 'own' || kms.next !== 'aws-owned') return [];
  const text =
    'kms=aws-owned removes access to the key that encrypts existing bodies, queued messages, and DKIM keys';
  return [stop(text, 'Deploy with -c kms=own, or create a new stage with kms=aws-owned.')];
}

/** The stack forgets its own table when it takes a restored one: without a name it would make an empty one. */
function judgeTable({ table: found }: Facts, { table }: Wanted): Finding[] {
  if (table?.last !== undefined && table.next === undefined) {
    const text = `this deployment uses table ${table.last}. Without -c table, it starts with an empty table`;
    return [stop(text, 'Pass -c table with the table to use. It can be the original one.')];
  }
  if (table?.next === undefined) return [];
  if (found === null) {
    const fix = 'Restore it first. See docs/operations/restore.md.';
    return [stop(`table ${table.next} does not exist`, fix)];
  }
  return [ok(`table ${table.next} replaces the stack's own table`)];
}

function judgeZone({ zone }: Facts, { serviceDomain, hostedZoneId }: Wanted): Finding {
  if (zone === undefined) return unseen('the hosted zone', 'route53:GetHostedZone');
  if (zone === null) {
    const fix = 'Use the id of the Route 53 zone for your domain, or create a zone.';
    return stop(`hosted zone ${hostedZoneId} does not exist in this account`, fix);
  }
  if (bare(zone.name) !== serviceDomain) {
    const text = `hosted zone ${hostedZoneId} is for ${bare(zone.name)}, not ${serviceDomain}`;
    return stop(
      text,
      `Create a zone for ${serviceDomain}, or deploy with -c serviceDomain=${bare(zone.name)}.`,
    );
  }
  const [ours, live] = [zone.name_servers, zone.live].map((servers) => servers.map(bare).sort());
  if (ours?.join() === live?.join()) return ok(`${serviceDomain} is delegated to its zone`);
  // Without it the certificate of the API is never validated, and CloudFormation waits for hours.
  const text = live?.length
    ? `${serviceDomain} is delegated to other name servers (${live.join(', ')})`
    : `${serviceDomain} is not delegated`;
  const fix = `Add these NS records for ${serviceDomain} in its parent zone: ${ours?.join(', ')}`;
  return stop(text, fix);
}

const bare = (name: string) => name.toLowerCase().replace(/\.$/, '');

function judgeSes({ ses, region }: Facts, { context }: Wanted): Finding[] {
  if (ses === undefined) return [unseen('SES', 'ses:GetAccount')];
  const findings: Finding[] = [];
  if (!ses.sending) {
    const fix = `See the reason in the SES console for ${region}, where you can also appeal. Mail stays queued for 24 hours.`;
    findings.push(warn('SES has paused sending for this account', fix));
  }
  if (!ses.production) {
    const fix =
      'Request production access: aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url <url> --use-case-description <text>';
    const text = `SES is in its sandbox in ${region}: it sends only to verified addresses, up to ${ses.per_day} emails per day`;
    return [...findings, warn(text, fix), ...(context?.sendFrom ? [unconditioned] : [])];
  }
  return [...findings, ok(`SES limits: ${ses.per_second} emails per second, ${ses.per_day} per day`)];
}

/** SES's sandbox also authorizes the recipient's identity (P52). */
const unconditioned: Finding = {
  level: 'warn',
  text: "sendFrom isn't in effect while SES is in its sandbox: this stage can send from any verified domain",
  fix: 'Deploy again after SES grants production access.',
};

/** Plans are per AWS account and region; accounts that are new since July 2026 begin with the dearer one (P51). */
function judgePlan({ ses }: Facts): Finding[] {
  const { plan, next_plan: next } = ses ?? {};
  if (plan === undefined) return [];
  const price = sesPerMillion[plan];
  const fix = cheaperPlan(next ?? plan);
  const later = next && next !== plan ? `. It changes to plan ${next} next month` : '';
  if (price === undefined)
    return [
      warn(`the price of SES plan ${plan} is unknown${later}`, 'See https://aws.amazon.com/ses/pricing/.'),
    ];
  const text = `SES plan ${plan} costs $${price} per million emails${later}`;
  return [fix ? warn(text, fix) : ok(text)];
}

/** Warnings where the peak that the operator plans for needs more than the quotas (P27). */
function judgePeak({ ses, lambda_concurrency }: Facts, { peakSendsPerSecond: peak }: Wanted): Finding[] {
  if (!peak) return [];
  const { table, lambda_concurrency: copies } = needsOf(peak);
  const short = (what: string, has: number, needs: number, fix: string): Finding[] =>
    has >= needs
      ? []
      : [warn(`${peak} sends per second need ${needs} ${what}, but the limit is ${has}`, fix)];
  const ask = (service: string) => `Request an increase in Service Quotas, under ${service}.`;
  return [
    ...(ses ? short('SES emails per second', ses.per_second, peak, ask('Amazon SES')) : []),
    ...(lambda_concurrency
      ? short('concurrent Lambda executions', lambda_concurrency, copies, ask('AWS Lambda'))
      : []),
    ...short('table writes per second', tableQuota, table.writeUnitsPerSecond, ask('Amazon DynamoDB')),
  ];
}

/** CloudFormation asks for the units of the peak where it is another one than before, and DynamoDB refuses less than it has (P27). */
function judgeWarmth({ warm }: Facts, { peakSendsPerSecond: peak, lastPeak }: Wanted): Finding[] {
  if (!warm || peak === 0 || peak === lastPeak || peak >= leastPeakOf(warm)) return [];
  const text = `the table's warm throughput is set for more than ${peak} sends per second, and DynamoDB can't lower it`;
  const fix = `Use -c peakSendsPerSecond=${leastPeakOf(warm)} or more. With capacity=on-demand, you can also clear it (-c peakSendsPerSecond=).`;
  return [stop(text, fix)];
}

function judgeLambda({ lambda_concurrency: quota }: Facts, { context = {} }: Wanted): Finding[] {
  if (quota === undefined) return [unseen('the Lambda quota', 'lambda:GetAccountSettings')];
  const { quota: told, late } = copiesOf(context, quota);
  const differs = warn(
    `the Lambda quota is ${quota} concurrent executions, but lambdaConcurrency is set to ${told}`,
    "Pass -c lambdaConcurrency= to use the account's quota.",
  );
  if (quota >= usualQuota)
    return told === quota ? [ok(`Lambda quota: ${quota} concurrent executions`)] : [differs];
  const few = warn(
    `the Lambda quota is ${quota} concurrent executions, not ${usualQuota}, so workers are scaled down${waitsFor(late)}`,
    `aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${lambdaQuota} --desired-value ${usualQuota}`,
  );
  return told === quota ? [few] : [few, differs];
}

/** Lambda refuses to reserve copies where too few stay for other functions; a later deploy has its own already (P8). */
function judgeReserved(
  { stacks, lambda_concurrency: quota, lambda_unreserved: unreserved }: Facts,
  { context = {} }: Wanted,
): Finding[] {
  if (unreserved === undefined || !stacks || !isFirstDeploy(stacks.Core)) return [];
  const wanted = Object.values(copiesOf(context, quota).reserved).reduce((sum, one) => sum + one, 0);
  if (wanted === 0 || unreserved - wanted >= leastUnreserved) return [];
  const text = `this deploy reserves ${wanted} concurrent executions, but only ${unreserved} of ${quota} are unreserved and Lambda keeps ${leastUnreserved}`;
  return [
    stop(text, `Scale the workers down with -c lambdaConcurrency=${unreserved}, or request a higher quota.`),
  ];
}

/** The end of a sentence about the queues that the sweep drains each minute, in place of an event source at once (P48). */
function waitsFor(queues: string[]): string {
  if (queues.length === 0) return '';
  const notices = queues.includes('notices') ? ', including sign-in links' : '';
  return `, and messages in ${queues.join(', ')} can wait up to a minute${notices}`;
}

function judgeDocker({ docker }: Facts): Finding {
  if (docker) return ok("Docker is running and can build the SMTP task's image");
  const fix = 'Start Docker, or skip the SMTP task with -c smtp=false.';
  return stop("Docker isn't running, and the SMTP task's image needs it", fix);
}

/** SES uses one rule set in an account and region: another deployment would stop receiving (R58). */
function judgeRuleSet({ rule_set, region }: Facts, { stage = '' }: Wanted): Finding {
  if (rule_set === undefined) return unseen('SES receiving', 'ses:DescribeActiveReceiptRuleSet');
  const own = ruleSetName({ stage });
  if (rule_set === null || rule_set === own) return ok(`SES receives mail in ${region} with rule set ${own}`);
  const fix =
    'Deploy to another region or account, or deactivate that rule set: aws ses set-active-receipt-rule-set';
  return stop(`SES in ${region} already uses rule set ${rule_set}, and only one can be active`, fix);
}

const ok = (text: string): Finding => ({ level: 'ok', text });
const warn = (text: string, fix: string): Finding => ({ level: 'warn', text, fix });
const stop = (text: string, fix: string): Finding => ({ level: 'stop', text, fix });

const unseen = (what: string, right: string) =>
  warn(`couldn't check ${what}`, `Allow ${right} (full policy in docs/operations/rights.md).`);
