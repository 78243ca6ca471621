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
            'alarms reach no address',
            'Give one with -c alarmEmail=…, or subscribe to the alarm topic after the deploy.',
          ),
        ]),
  ];
}

/** China, GovCloud, and the sovereign clouds lack services that we use, and their ARNs begin with other words. */
function judgeRegion({ region }: Facts): Finding[] {
  if (!/^(?:cn|us-gov|us-iso[a-z]?|eu-isoe|eusc-de)-/.test(region)) return [];
  const text = `${region} is not a commercial region of AWS, and Mailwright runs only in those`;
  return [stop(text, 'Set AWS_REGION to another region.')];
}

function judgeBootstrap(
  { account, region, bootstrap }: Facts,
  { qualifier = usualQualifier }: Wanted,
): Finding {
  if (bootstrap === undefined) return unseen('CDK bootstrap', 'ssm:GetParameter');
  if (bootstrap !== null && bootstrap >= leastBootstrap) return ok(`CDK bootstrap, version ${bootstrap}`);
  const text =
    bootstrap === null ? 'this region is not bootstrapped for CDK' : `CDK bootstrap ${bootstrap} is too old`;
  const own = qualifier === usualQualifier ? '' : ` --qualifier ${qualifier}`;
  return stop(text, `npx cdk bootstrap aws://${account}/${region}${own}`);
}

/** A deployed stage keeps its name. */
function judgeName({ stacks }: Facts, { stage = '' }: Wanted): Finding[] {
  if (!stacks || !isFirstDeploy(stacks.Core)) return [];
  const fix = 'Give another name, such as -c stage=dev.';
  if (stage.length > longestNewStage)
    return [
      stop(`the name of a new stage has at most ${longestNewStage} characters, not ${stage.length}`, fix),
    ];
  // A deployment of that name is found by none of them.
  if (stage === 'local')
    return [warn('admin and doctor take the stage local for the stack of `npm start`', fix)];
  return [];
}

function judgeStacks({ stacks }: Facts, { smtp, stage = '' }: Wanted): Finding[] {
  if (stacks === undefined) return [unseen('earlier deploys', 'cloudformation:DescribeStacks')];
  const names: StackName[] = smtp ? ['Core', 'Smtp'] : ['Core'];
  return names.map((name) => judgeStack(name, stacks[name], stage));
}

function judgeStack(name: StackName, status: string | null, stage: string): Finding {
  if (name === 'Core' && status === 'ROLLBACK_FAILED') return judgeRest(stage);
  if (isFirstDeploy(status)) return ok(`first deploy of the stack ${name}`);
  if (status?.endsWith('_IN_PROGRESS'))
    return stop(`another deploy of the stack ${name} is under way (${status})`, 'Wait until it has ended.');
  if (status?.endsWith('_FAILED'))
    return stop(
      `the last deploy of the stack ${name} was left half done (${status})`,
      repairOf(name, status, stage),
    );
  return ok(`update of the stack ${name} (${status})`);
}

/** CDK deletes such a stack, and the bucket in which SES has left an object is not deleted with it (P2). */
function judgeRest(stage: string): Finding {
  const text =
    'CloudFormation could not take back all of the first deploy (ROLLBACK_FAILED); its stack is deleted first';
  const fix = `A bucket with objects stays; with deletionProtection=false the deploy fails by it. npm run destroy -- --stage ${stage} deletes all of it.`;
  return warn(text, fix);
}

/** The command that completes or removes a half-done stack. */
function repairOf(name: StackName, status: string, stage: string): string {
  const stack = stackNames(stage)[name];
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return `aws cloudformation continue-update-rollback --stack-name ${stack}`;
  if (status !== 'DELETE_FAILED') return 'Look at it in the CloudFormation console.';
  return name === 'Core'
    ? `npm run destroy -- --stage ${stage}`
    : `aws cloudformation delete-stack --stack-name ${stack}`;
}

/** Objects, messages and DKIM keys stay encrypted with the key that they were written with. */
export function judgeKey({ kms }: Pick<Wanted, 'kms'>): Finding[] {
  if (kms?.last !== 'own' || kms.next !== 'aws-owned') return [];
  const text =
    'kms=aws-owned takes the right to the key away, with which bodies, queued messages and DKIM keys are encrypted';
  return [stop(text, 'Deploy with -c kms=own, or begin another stage with kms=aws-owned.')];
}

/** The stack forgets its own table when it takes a restored one: without a name it would make an empty one. */
function judgeTable({ table: found }: Facts, { table }: Wanted): Finding[] {
  if (table?.last !== undefined && table.next === undefined) {
    const text = `the deployment uses the table ${table.last}; without -c table it would begin with an empty one`;
    return [stop(text, 'Name the table that it is to use, be it the first one again.')];
  }
  if (table?.next === undefined) return [];
  if (found === null) {
    const fix = 'Restore it first: docs/operations/restore.md has the steps.';
    return [stop(`the table ${table.next} does not exist`, fix)];
  }
  return [ok(`the table ${table.next} takes the place of the stack's own`)];
}

function judgeZone({ zone }: Facts, { serviceDomain, hostedZoneId }: Wanted): Finding {
  if (zone === undefined) return unseen('the hosted zone', 'route53:GetHostedZone');
  if (zone === null) {
    const fix = 'Give the id of the Route 53 zone of that name, or make one.';
    return stop(`hosted zone ${hostedZoneId} does not exist in this account`, fix);
  }
  if (bare(zone.name) !== serviceDomain) {
    const text = `hosted zone ${hostedZoneId} is ${bare(zone.name)}, not ${serviceDomain}`;
    return stop(text, `Make a zone ${serviceDomain}, or deploy to ${bare(zone.name)}.`);
  }
  const [ours, live] = [zone.name_servers, zone.live].map((servers) => servers.map(bare).sort());
  if (ours?.join() === live?.join()) return ok(`${serviceDomain} is delegated to its zone`);
  // Without it the certificate of the API is never validated, and CloudFormation waits for hours.
  const text = live?.length
    ? `${serviceDomain} is delegated to other name servers (${live.join(', ')})`
    : `${serviceDomain} is not delegated`;
  const fix = `Where the domain above it is managed, give ${serviceDomain} these NS records: ${ours?.join(', ')}`;
  return stop(text, fix);
}

const bare = (name: string) => name.toLowerCase().replace(/\.$/, '');

function judgeSes({ ses, region }: Facts, { context }: Wanted): Finding[] {
  if (ses === undefined) return [unseen('SES', 'ses:GetAccount')];
  const findings: Finding[] = [];
  if (!ses.sending) {
    const fix = `The SES console of ${region} says why, and takes an appeal. Mail stays queued for 24 hours.`;
    findings.push(warn('SES has paused sending for this account', fix));
  }
  if (!ses.production) {
    const fix =
      'Request production access: aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url <url> --use-case-description <text>';
    const text = `SES is in its sandbox in ${region}: mail goes to verified addresses only, ${ses.per_day} a day`;
    return [...findings, warn(text, fix), ...(context?.sendFrom ? [unconditioned] : [])];
  }
  return [...findings, ok(`SES sends ${ses.per_second} a second, ${ses.per_day} a day`)];
}

/** SES's sandbox also authorizes the recipient's identity (P52). */
const unconditioned: Finding = {
  level: 'warn',
  text: "sendFrom isn't in effect while SES is in its sandbox: this stage may send from any verified domain",
  fix: 'Deploy again when SES has granted production access.',
};

/** Plans are per AWS account and region; accounts that are new since July 2026 begin with the dearer one (P51). */
function judgePlan({ ses }: Facts): Finding[] {
  const { plan, next_plan: next } = ses ?? {};
  if (plan === undefined) return [];
  const price = sesPerMillion[plan];
  const fix = cheaperPlan(next ?? plan);
  const later = next && next !== plan ? `; plan ${next} follows next month` : '';
  if (price === undefined)
    return [
      warn(
        `the price of SES's plan ${plan} isn't known here${later}`,
        'See https://aws.amazon.com/ses/pricing/.',
      ),
    ];
  const text = `SES's plan ${plan} costs $${price} a million emails${later}`;
  return [fix ? warn(text, fix) : ok(text)];
}

/** Warnings where the peak that the operator plans for needs more than the quotas (P27). */
function judgePeak({ ses, lambda_concurrency }: Facts, { peakSendsPerSecond: peak }: Wanted): Finding[] {
  if (!peak) return [];
  const { table, lambda_concurrency: copies } = needsOf(peak);
  const short = (what: string, has: number, needs: number, fix: string): Finding[] =>
    has >= needs ? [] : [warn(`${peak} sends a second need ${needs} ${what}, not ${has}`, fix)];
  const ask = (service: string) => `Request more in Service Quotas, under ${service}.`;
  return [
    ...(ses ? short('emails a second of SES', ses.per_second, peak, ask('Amazon SES')) : []),
    ...(lambda_concurrency
      ? short('functions at a time', lambda_concurrency, copies, ask('AWS Lambda'))
      : []),
    ...short('writes a second of the table', tableQuota, table.writeUnitsPerSecond, ask('Amazon DynamoDB')),
  ];
}

/** CloudFormation asks for the units of the peak where it is another one than before, and DynamoDB refuses less than it has (P27). */
function judgeWarmth({ warm }: Facts, { peakSendsPerSecond: peak, lastPeak }: Wanted): Finding[] {
  if (!warm || peak === 0 || peak === lastPeak || peak >= leastPeakOf(warm)) return [];
  const text = `the table is warm for more than ${peak} sends a second, and DynamoDB takes no warm throughput back`;
  const fix = `Give -c peakSendsPerSecond=${leastPeakOf(warm)} or more; with capacity=on-demand, none (-c peakSendsPerSecond=).`;
  return [stop(text, fix)];
}

function judgeLambda({ lambda_concurrency: quota }: Facts, { context = {} }: Wanted): Finding[] {
  if (quota === undefined) return [unseen('the Lambda quota', 'lambda:GetAccountSettings')];
  const { quota: told, late } = copiesOf(context, quota);
  const differs = warn(
    `Lambda runs ${quota} at a time, and lambdaConcurrency says ${told}`,
    'With -c lambdaConcurrency= the deploy goes by what the account has.',
  );
  if (quota >= usualQuota) return told === quota ? [ok(`Lambda runs ${quota} at a time`)] : [differs];
  const few = warn(
    `Lambda runs ${quota} at a time, not ${usualQuota}: the workers are scaled down${waitsFor(late)}`,
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
  const text = `functions of this account leave ${unreserved} of ${quota} at a time unreserved: ${wanted} of them cannot be reserved, since Lambda keeps ${leastUnreserved}`;
  return [stop(text, `Scale the workers down with -c lambdaConcurrency=${unreserved}, or request more.`)];
}

/** The end of a sentence about the queues that the sweep drains each minute, in place of an event source at once (P48). */
function waitsFor(queues: string[]): string {
  if (queues.length === 0) return '';
  const notices = queues.includes('notices') ? ', a link to sign in among it' : '';
  return `, and the sweep drains ${queues.join(', ')}: what is in these queues waits up to a minute${notices}`;
}

function judgeDocker({ docker }: Facts): Finding {
  if (docker) return ok('Docker builds the image of the SMTP task');
  const fix = 'Start Docker, or leave the task out with -c smtp=false.';
  return stop('Docker does not answer: it builds the image of the SMTP task', fix);
}

/** SES uses one rule set in an account and region: another deployment would stop receiving (R58). */
function judgeRuleSet({ rule_set, region }: Facts, { stage = '' }: Wanted): Finding {
  if (rule_set === undefined) return unseen('receiving by SES', 'ses:DescribeActiveReceiptRuleSet');
  const own = ruleSetName({ stage });
  if (rule_set === null || rule_set === own) return ok(`SES receives in ${region} by ${own}`);
  const fix = 'Deploy to another region or account, or switch it off: aws ses set-active-receipt-rule-set';
  return stop(`SES receives in ${region} by the rule set ${rule_set}, and uses one at a time`, fix);
}

const ok = (text: string): Finding => ({ level: 'ok', text });
const warn = (text: string, fix: string): Finding => ({ level: 'warn', text, fix });
const stop = (text: string, fix: string): Finding => ({ level: 'stop', text, fix });

const unseen = (what: string, right: string) =>
  warn(`${what} could not be looked at`, `Allow ${right} (docs/operations/rights.md has the whole policy).`);
