import {
  DeleteParameterCommand,
  GetParameterCommand,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { type Concurrency, readConcurrency, usualQuota } from '../concurrency.ts';
import { unlessMissing } from './unless-missing.ts';

export type Context = Record<string, string>;

/** The parameter with the context of a stage's last deploy. */
const parameterOf = (stage: string) => `/mailwright/${stage}/context`;

/** The stored context of a stage's last deploy, or null. */
export async function recallContext(region: string, stage: string): Promise<Context | null> {
  const asked = new SSMClient({ region }).send(new GetParameterCommand({ Name: parameterOf(stage) }));
  const found = await unlessMissing(asked, 'ParameterNotFound');
  return found && JSON.parse(found.Parameter?.Value ?? '{}');
}

export async function rememberContext(region: string, stage: string, context: Context): Promise<void> {
  const Value = JSON.stringify(context);
  await new SSMClient({ region }).send(
    new PutParameterCommand({ Name: parameterOf(stage), Value, Type: 'String', Overwrite: true }),
  );
}

export async function forgetContext(region: string, stage: string): Promise<void> {
  const asked = new SSMClient({ region }).send(new DeleteParameterCommand({ Name: parameterOf(stage) }));
  await unlessMissing(asked, 'ParameterNotFound');
}

/** The context from a deployment's outputs. Null after a failed deploy, which has no outputs. */
export function contextOfOutputs(outputs: Record<string, string>, hasSmtpStack: boolean): Context | null {
  const { TableName, RestoredTable, ServiceDomain, Inbound, KmsKeyArn, SmtpHost, SmtpRoleArn } = outputs;
  if (TableName === undefined) return null;
  return {
    ...(ServiceDomain && { serviceDomain: ServiceDomain }),
    ...(Inbound && { inbound: Inbound }),
    kms: KmsKeyArn ? 'own' : 'aws-owned',
    smtp: hasSmtpStack ? 'true' : SmtpRoleArn ? 'role' : 'false',
    ...(SmtpHost && { smtpHost: SmtpHost }),
    ...(RestoredTable && { table: RestoredTable }),
  };
}

/** This deploy's values, or else the last deploy's. An empty value restores the default. */
export function mergeContext(last: Context, given: Context): Context {
  return Object.fromEntries(Object.entries({ ...last, ...given }).filter(([, value]) => value !== ''));
}

/** One line per value that differs from the last deploy, by name. */
export function differences(last: Context, next: Context): string[] {
  const names = [...new Set([...Object.keys(last), ...Object.keys(next)])].sort();
  return names
    .filter((name) => last[name] !== next[name])
    .map((name) => `${name}: ${last[name] ?? '(default)'} -> ${next[name] ?? '(default)'}`);
}

/** How mail is received. Defaults to the SMTP task if there is one. */
const inboundOf = ({ inbound, smtp }: Context): 'smtp' | 'ses' | 'off' => {
  if (inbound === 'smtp' || inbound === 'ses' || inbound === 'off') return inbound;
  return smtp === 'true' || smtp === 'role' ? 'smtp' : 'off';
};

/** The name that SMTP clients connect to, if there is a relay. */
const relayOf = ({ smtp = 'false', smtpHost, serviceDomain }: Context) =>
  smtp === 'false' ? undefined : (smtpHost ?? (serviceDomain && `smtp.${serviceDomain}`));

/** The SES identity that sends notices and sign-in links, if the deployment creates one. */
const sandboxOf = ({ sandboxIdentity, sandboxDomain, serviceDomain }: Context) =>
  sandboxIdentity === 'false' || !serviceDomain ? undefined : (sandboxDomain ?? `sandbox.${serviceDomain}`);

/** Whether people sign in to the dashboard with their organization's provider. */
const hasProvider = ({ oidcIssuer, signIn }: Context) => oidcIssuer !== undefined && signIn !== 'link';

const servicesOf = (context: Context) => ({
  domain: context.serviceDomain,
  sandbox: sandboxOf(context),
  smtp: context.smtp ?? 'false',
  relay: relayOf(context),
  inbound: inboundOf(context),
});

/** The services a deploy switches off, as text for the operator to confirm. */
export function switchedOff(last: Context, next: Context): string[] {
  const [was, is] = [servicesOf(last), servicesOf(next)];
  const moves = was.domain !== undefined && is.domain !== was.domain;
  const hadApi = was.domain !== undefined && last.apiDomain !== 'false';
  const unprotected = next.deletionProtection === 'false';
  const services: [boolean, string][] = [
    [moves, `the DNS records that customers' domains use (rp.${was.domain}, spf.${was.domain})`],
    [hadApi && (moves || next.apiDomain === 'false'), `the API at api.${was.domain}`],
    [was.sandbox !== undefined && is.sandbox !== was.sandbox, `the sandbox identity ${was.sandbox}`],
    [was.smtp !== 'false' && is.smtp !== was.smtp, `the SMTP relay (smtp=${was.smtp})`],
    [was.relay !== undefined && is.smtp === was.smtp && is.relay !== was.relay, `the SMTP host ${was.relay}`],
    [was.inbound !== 'off' && is.inbound !== was.inbound, `inbound mail (inbound=${was.inbound})`],
    [
      last.trackingHost !== undefined && next.trackingHost !== last.trackingHost,
      `tracked links at ${last.trackingHost} in mail already sent`,
    ],
    [last.sms === 'sns' && next.sms !== 'sns', 'text messages (sms=sns)'],
    [
      hasProvider(last) && (!hasProvider(next) || next.oidcIssuer !== last.oidcIssuer),
      `sign-in with ${last.oidcIssuer}`,
    ],
    [last.alarmEmail !== undefined && next.alarmEmail !== last.alarmEmail, `alarms to ${last.alarmEmail}`],
    [last.alarms !== 'false' && next.alarms === 'false', 'all alarms'],
    [last.deletionProtection !== 'false' && unprotected, 'deletion protection'],
    [
      next.table !== undefined && next.table !== last.table && unprotected,
      'the previous table, which is deleted with the stack (deletionProtection=false)',
    ],
  ];
  return services.filter(([isOff]) => isOff).map(([, service]) => service);
}

/** The copies of each function with this context and the account's quota, if known. */
export function copiesOf(context: Context, quota: number | undefined): Concurrency {
  const told = Number(context.lambdaConcurrency ?? quota ?? usualQuota);
  return readConcurrency({ tryGetContext: (name) => context[name] }, told, inboundOf(context));
}
