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
  if (stage.length > maxNewStage)
    return [stop(`a new stage name can have at most ${maxNewStage} characters, not ${stage.length}`, fix)];
  // None of these commands could find a deployment with that name.
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

/** CDK deletes such a stack, but not its bucket if SES has left an object there. */
function judgeRest(stage: string): Finding {
  const text =
    'CloudFormation could not roll back the first deploy completely (ROLLBACK_FAILED). Its stack will be deleted first';
  const fix = `A bucket with objects is kept, and with deletionProtection=false that makes the deploy fail. To delete everything: npm run destroy -- --stage ${stage}`;
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
    'kms=aws-owned removes access to the key that encrypts existing bodies, queued messages, and DKIM keys';
  return [stop(text, 'Deploy with -c kms=own, or create a new stage with kms=aws-owned.')];
}

/**
 * With a restored table, the stack forgets its own table. Without a name, the stack would create an empty
 * table.
 */
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
  // Otherwise the API's certificate never validates, and CloudFormation waits for hours.
  const text = live?.length
    ? `${serviceDomain} is delegated to other name servers (${live.join(', ')})`
    : `${serviceDomain} is not delegated`;
  const fix = `Add these NS records for ${serviceDomain} in its parent zone: ${ours?.join(', ')}`;
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

/**
 * CloudFormation requests new capacity when the planned peak changes, and DynamoDB rejects less than the
 * table has.
 */
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
  const text = `this deploy reserves ${wanted} concurrent executions, but only ${unreserved} of ${quota} are unreserved and Lambda keeps ${leastUnreserved}`;
  return [
    stop(text, `Scale the workers down with -c lambdaConcurrency=${unreserved}, or request a higher quota.`),
  ];
}

/** Ends a sentence about queues that the sweep drains every minute because they have no event source. */
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
