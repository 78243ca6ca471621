import type { Node } from 'constructs';
import { schemaOf, settings } from '../shared/aws/settings.ts';
import { type Concurrency, readConcurrency } from './concurrency.ts';
import { type ContextValues, readValue, stackValues } from './context-values.ts';

/** A deployment's configuration: its context values and what follows from them. */
export type Config = Omit<ContextValues, 'smtp' | 'inbound'> & {
  /**
   * Whether stacks and table are protected from deletion. A first deploy isn't, because it may be rolled
   * back.
   */
  locked: boolean;
  /** A restored table that replaces the stack's own, with its stream, which `npm run deploy` finds (P47). */
  restored: { table: string; stream: string } | undefined;
  concurrency: Concurrency;
  /** The SMTP relay. A deployment without one creates no SMTP credentials (R59). */
  smtp: SmtpConfig | undefined;
  /** How mail is received (R58): the SMTP task, SES, or not at all. */
  inbound: 'smtp' | 'ses' | 'off';
  /** Settings that aren't at their default, by the variables that functions and SMTP task read. */
  variables: Record<string, string>;
};

export type WithSmtp = Config & { smtp: SmtpConfig };

/** Reads and checks the context. Throws with the name of an invalid value. */
export function readConfig(node: Node): Config {
  const values = readValues(node);
  checkValues(values);
  const smtp = smtpOf(values);
  const inbound = inboundOf(values, smtp);
  const config = {
    ...values,
    signIn: signInOf(values),
    sandboxDomain:
      values.sandboxDomain ?? (values.serviceDomain ? `sandbox.${values.serviceDomain}` : undefined),
    locked: values.deletionProtection && !values.firstDeploy,
    restored: restoredTable(values),
    concurrency: readConcurrency(node, values.lambdaConcurrency, inbound),
    smtp,
    smtpHost: smtp?.host,
    inbound,
  };
  return { ...config, variables: variablesOf(node, config) };
}

function readValues(node: Node): ContextValues {
  const schemas = Object.entries(settings).map(([name, row]) => [name, schemaOf(row)] as const);
  const values = [...schemas, ...Object.entries(stackValues)].map(([name, schema]) => [
    name,
    readValue(node, name, schema),
  ]);
  return Object.fromEntries(values) as ContextValues;
}

function variablesOf(node: Node, config: Omit<Config, 'variables'>): Config['variables'] {
  const { sandboxDomain, smtpHost, inbound, signIn } = config;
  const derived: Record<string, string | undefined> = { sandboxDomain, smtpHost, inbound, signIn };
  const all = Object.entries(settings).map(([name, { variable }]) => [
    variable,
    name in derived ? derived[name] : (node.tryGetContext(name) ?? ''),
  ]);
  return Object.fromEntries(
    all.filter(([, value]) => (value ?? '') !== '').map(([variable, value]) => [variable, String(value)]),
  );
}

function checkValues(values: ContextValues): void {
  const { serviceDomain, hostedZoneId, sandboxDomain, trackingHost, capacity, peakSendsPerSecond } = values;
  if (serviceDomain && !hostedZoneId)
    throw new Error('context serviceDomain needs hostedZoneId, the id of its Route 53 zone');
  if (capacity === 'provisioned' && !peakSendsPerSecond)
    throw new Error('context capacity=provisioned needs peakSendsPerSecond, the upper limit for its units');
  // The sandbox domain's records go into the service domain's zone.
  const inZone = sandboxDomain === serviceDomain || sandboxDomain?.endsWith(`.${serviceDomain}`);
  if (serviceDomain && sandboxDomain && !inZone)
    throw new Error(`context sandboxDomain must be ${serviceDomain} or a subdomain of it`);
  if (trackingHost !== undefined && !(serviceDomain && trackingHost.endsWith(`.${serviceDomain}`)))
    throw new Error(
      `context trackingHost must be a subdomain of serviceDomain, such as links.${serviceDomain ?? '…'}`,
    );
  if (trackingHost !== undefined && trackingHost === `api.${serviceDomain}`)
    throw new Error(`context trackingHost: ${trackingHost} is the API's host. Choose another`);
}

/** Throws if the name lacks the prefix that the policies in docs/operations/rights.md allow. */
export function checkTableName(stage: string, table: string): void {
  if (!table.startsWith(`mailwright-${stage}-`) || !/^[\w.-]{3,255}$/.test(table))
    throw new Error(`context table must start with mailwright-${stage}-`);
}

function restoredTable({ stage, capacity, table, tableStream }: ContextValues): Config['restored'] {
  if (table === undefined) return undefined;
  if (tableStream === undefined)
    throw new Error('context table needs tableStream, which `npm run deploy` sets');
  checkTableName(stage, table);
  if (!tableStream.includes(`:table/${table}/stream/`))
    throw new Error(`context tableStream must be the ARN of ${table}'s stream`);
  if (capacity === 'provisioned')
    throw new Error(
      "context table: capacity=provisioned applies only to the stack's own table. Set the capacity on the restored table itself",
    );
  return { table, stream: tableStream };
}

/** How people sign in to the dashboard (D9). Set all three values of a provider together. */
function signInOf(values: ContextValues): NonNullable<ContextValues['signIn']> {
  const { signIn, oidcIssuer, oidcClientId, oidcSecretArn } = values;
  const provider = Object.entries({ oidcIssuer, oidcClientId, oidcSecretArn });
  const missing = provider.filter(([, value]) => value === undefined).map(([name]) => name);
  if (missing.length > 0 && missing.length < provider.length)
    throw new Error(
      `context ${missing[0]}: oidcIssuer, oidcClientId, and oidcSecretArn must be set together`,
    );
  const hasProvider = missing.length === 0;
  if (signIn !== undefined && signIn !== 'link' && !hasProvider)
    throw new Error(`context signIn=${signIn} needs oidcIssuer, oidcClientId, and oidcSecretArn`);
  return signIn ?? (hasProvider ? 'link,oidc' : 'link');
}

/** A deployment's SMTP relay (R61-R70). */
type SmtpConfig = {
  /**
   * `stack` is a Fargate task behind a balancer. `role` is a task elsewhere, with the role that Core creates.
   */
  runs: 'stack' | 'role';
  /** The name that clients connect to and that the certificate covers (R63). */
  host: string;
  tasks: { min: number; max: number };
};

/** The relay as configured in the context, or undefined without a relay. */
function smtpOf({ smtp, smtpHost, smtpTasks, serviceDomain }: ContextValues): SmtpConfig | undefined {
  if (smtp === 'false') return undefined;
  const host = smtpHost ?? (serviceDomain && `smtp.${serviceDomain}`);
  if (!host)
    throw new Error('context smtp needs serviceDomain, or smtpHost (the host that SMTP clients connect to)');
  if (host === `api.${serviceDomain}`)
    throw new Error(`context smtpHost: ${host} is the API's host. Choose another`);
  const [min = 0, max = 0] = smtpTasks.split('-').map(Number);
  return { runs: smtp === 'role' ? 'role' : 'stack', host, tasks: { min, max } };
}

/**
 * How mail is received. Defaults to the SMTP task if there is one (R58). Throws if the task or domain is
 * missing.
 */
function inboundOf(
  { inbound, serviceDomain }: ContextValues,
  smtp: SmtpConfig | undefined,
): 'smtp' | 'ses' | 'off' {
  if (inbound === 'smtp' && !smtp)
    throw new Error('context inbound=smtp needs -c smtp=true, because the SMTP task receives the mail');
  if (inbound === 'ses' && !serviceDomain)
    throw new Error(
      "context inbound=ses needs serviceDomain, which is required to verify customers' domains",
    );
  return inbound ?? (smtp ? 'smtp' : 'off');
}
