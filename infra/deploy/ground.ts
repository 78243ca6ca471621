import { maxNewStage } from '../../shared/core/stage-name.ts';
import { leastUnreserved, usualQuota } from '../concurrency.ts';
import { leastPeakOf, needsOf } from '../peak.ts';
import { type Facts, type Finding, ok, stop, unseen, type Wanted, warn } from './finding.ts';
import { judgePlan, judgeRuleSet, judgeSes } from './ground-ses.ts';
import { copiesOf } from './remembered.ts';
import { isFirstDeploy, type StackName, stackNames } from './stacks.ts';

/** Quotas that AWS raises on request, by their Service Quotas codes. */
const lambdaQuota = 'L-B99A9384';

/** A table's default quota of write units per second. */
const tableQuota = 40_000;

/** The bootstrap qualifier, unless the operator sets one. */
export const usualQualifier = 'hnb659fds';

/** CDK requires this bootstrap version in each template. */
const leastBootstrap = 6;

/** Checks everything a deploy needs before it starts. */
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

/** China, GovCloud, and sovereign clouds lack services that we use, and their ARNs have other prefixes. */
function judgeRegion({ region }: Facts): Finding[] {
  if (!/^(?:cn|us-gov|us-iso[a-z]?|eu-isoe|eusc-de)-/.test(region)) return [];
  const text = `Mailwright runs only in commercial AWS regions, not in ${region}`;
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
      ? "this region isn't bootstrapped for CDK"
      : `CDK bootstrap version ${bootstrap} is too old`;
  const own = qualifier === usualQualifier ? '' : ` --qualifier ${qualifier}`;
  return stop(text, `npx cdk bootstrap aws://${account}/${region}${own}`);
}

/** A deployed stage keeps its name. */
function judgeName({ stacks }: Facts, { stage = '' }: Wanted): Finding[] {
  if (!stacks || !isFirstDeploy(stacks.Core)) return [];
  const fix = 'Choose another name, such as -c stage=dev.';
  if (stage.length > maxNewStage)
    return [stop(`the stage name is too long: ${stage.length} characters (limit ${maxNewStage})`, fix)];
  // None of these commands could find a deployment with that name.
  if (stage === 'local')
    return [
      warn(
        "the admin and doctor commands can't reach a stage named local, because they use that name for the `npm start` stack",
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
    return stop(
      `another deploy of stack ${name} is in progress (${status})`,
      'Wait until it finishes, then deploy again.',
    );
  if (status?.endsWith('_FAILED'))
    return stop(`the last deploy of stack ${name} didn't finish (${status})`, repairOf(name, status, stage));
  return ok(`update of stack ${name} (${status})`);
}

/** CDK deletes such a stack, but not its bucket if SES has left an object there. */
function judgeRest(stage: string): Finding {
  const text =
    "CloudFormation couldn't fully roll back the first deploy (ROLLBACK_FAILED), so this deploy deletes the stack first";
  const fix = `With deletionProtection=false, the deploy fails if the old bucket still contains objects. To delete everything, run npm run destroy -- --stage ${stage}`;
  return warn(text, fix);
}

/** The command that completes or removes a half-finished stack. */
function repairOf(name: StackName, status: string, stage: string): string {
  const stack = stackNames(stage)[name];
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return `aws cloudformation continue-update-rollback --stack-name ${stack}`;
  if (status !== 'DELETE_FAILED') return 'Check the stack in the CloudFormation console.';
  return name === 'Core'
    ? `npm run destroy -- --stage ${stage}`
    : `aws cloudformation delete-stack --stack-name ${stack}`;
}

/** Objects, messages, and DKIM keys stay encrypted with the key they were written with. */
export function judgeKey({ kms }: Pick<Wanted, 'kms'>): Finding[] {
  if (kms?.last !== 'own' || kms.next !== 'aws-owned') return [];
  const text =
    'kms=aws-owned removes access to the key that encrypts existing email bodies, queued messages, and DKIM keys';
  return [stop(text, 'Deploy with -c kms=own, or create a new stage with kms=aws-owned.')];
}

/**
 * With a restored table, the stack forgets its own table. Without a name, the stack would create an empty
 * table.
 */
function judgeTable({ table: found }: Facts, { table }: Wanted): Finding[] {
  if (table?.last !== undefined && table.next === undefined) {
    const text = `this deployment uses table ${table.last}. Without -c table, it would start with an empty table`;
    return [stop(text, 'Pass -c table=<name>, even if you want the original table.')];
  }
  if (table?.next === undefined) return [];
  if (found === null) {
    const fix = 'Restore the table first. See docs/operations/restore.md.';
    return [stop(`table ${table.next} doesn't exist`, fix)];
  }
  return [ok(`table ${table.next} replaces the stack's own table`)];
}

function judgeZone({ zone }: Facts, { serviceDomain, hostedZoneId }: Wanted): Finding {
  if (zone === undefined) return unseen('the hosted zone', 'route53:GetHostedZone');
  if (zone === null) {
    const fix = "Pass the id of your domain's Route 53 zone, or create a zone.";
    return stop(`hosted zone ${hostedZoneId} doesn't exist in this account`, fix);
  }
  if (bare(zone.name) !== serviceDomain) {
    const text = `hosted zone ${hostedZoneId} is for ${bare(zone.name)}, not ${serviceDomain}`;
    return stop(
      text,
      `Create a zone for ${serviceDomain}, or deploy with -c serviceDomain=${bare(zone.name)}.`,
    );
  }
  const [ours, live] = [zone.name_servers, zone.live].map((servers) => servers.map(bare).sort());
  if (ours?.join() === live?.join()) return ok(`${serviceDomain} is delegated to its hosted zone`);
  // Otherwise the API's certificate never validates, and CloudFormation waits for hours.
  const text = live?.length
    ? `${serviceDomain} is delegated to other name servers (${live.join(', ')})`
    : `${serviceDomain} isn't delegated`;
  const fix = `In the parent zone, add these NS records for ${serviceDomain}: ${ours?.join(', ')}`;
  return stop(text, fix);
}

const bare = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Warnings if the planned peak exceeds the quotas. */
function judgePeak({ ses, lambda_concurrency }: Facts, { peakSendsPerSecond: peak }: Wanted): Finding[] {
  if (!peak) return [];
  const { table, lambda_concurrency: copies } = needsOf(peak);
  const short = (what: string, has: number, needs: number, fix: string): Finding[] =>
    has >= needs
      ? []
      : [warn(`${peak} sends per second require ${needs} ${what}, but the limit is ${has}`, fix)];
  const ask = (service: string) => `Request an increase in Service Quotas, under ${service}.`;
  return [
    ...(ses ? short('SES emails per second', ses.per_second, peak, ask('Amazon SES')) : []),
    ...(lambda_concurrency
      ? short('concurrent Lambda executions', lambda_concurrency, copies, ask('AWS Lambda'))
      : []),
    ...short('table writes per second', tableQuota, table.writeUnitsPerSecond, ask('Amazon DynamoDB')),
  ];
}

/**
 * CloudFormation requests new capacity when the planned peak changes, and DynamoDB rejects less than the
 * table has.
 */
function judgeWarmth({ warm }: Facts, { peakSendsPerSecond: peak, lastPeak }: Wanted): Finding[] {
  if (!warm || peak === 0 || peak === lastPeak || peak >= leastPeakOf(warm)) return [];
  const text = `the table's warm throughput is set for more than ${peak} sends per second, and DynamoDB can't lower it`;
  const fix = `Use -c peakSendsPerSecond=${leastPeakOf(warm)} or more. With capacity=on-demand, you can also clear the value (-c peakSendsPerSecond=).`;
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
    `the Lambda quota is ${quota} concurrent executions instead of the usual ${usualQuota}, so workers are scaled down${waitsFor(late)}`,
    `aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${lambdaQuota} --desired-value ${usualQuota}`,
  );
  return told === quota ? [few] : [few, differs];
}

/**
 * Lambda rejects reservations that leave too few copies for other functions. Later deploys already have their
 * reservations.
 */
function judgeReserved(
  { stacks, lambda_concurrency: quota, lambda_unreserved: unreserved }: Facts,
  { context = {} }: Wanted,
): Finding[] {
  if (unreserved === undefined || !stacks || !isFirstDeploy(stacks.Core)) return [];
  const wanted = Object.values(copiesOf(context, quota).reserved).reduce((sum, one) => sum + one, 0);
  if (wanted === 0 || unreserved - wanted >= leastUnreserved) return [];
  const text = `this deploy reserves ${wanted} concurrent executions, but only ${unreserved} of ${quota} are unreserved, and ${leastUnreserved} of those must stay unreserved`;
  return [
    stop(text, `Scale the workers down with -c lambdaConcurrency=${unreserved}, or request a higher quota.`),
  ];
}

/** Ends a sentence about queues that the sweep drains every minute because they have no event source. */
function waitsFor(queues: string[]): string {
  if (queues.length === 0) return '';
  const notices = queues.includes('notices') ? ', including sign-in links,' : '';
  return `. Messages${notices} can wait up to a minute in these queues: ${queues.join(', ')}`;
}

function judgeDocker({ docker }: Facts): Finding {
  if (docker) return ok("Docker is running and can build the SMTP task's image");
  const fix = 'Start Docker, or skip the SMTP task with -c smtp=false.';
  return stop("Docker isn't running, but it's required to build the SMTP task's image", fix);
}
