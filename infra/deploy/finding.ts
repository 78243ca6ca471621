import type { Warm } from '../peak.ts';
import type { StackName } from './stacks.ts';

/** The state of the account, the region, and this machine. `undefined` for facts that can't be read. */
export type Facts = {
  account: string;
  region: string;
  /** Version of the CDK bootstrap stack. Null if missing. */
  bootstrap: number | null | undefined;
  ses: SesAccount | undefined;
  lambda_concurrency: number | undefined;
  /** The part of the quota that no function in the account reserves. */
  lambda_unreserved?: number | undefined;
  /** The hosted zone, and its name's public name servers. Null if there is no such zone. */
  zone: { name: string; name_servers: string[]; live: string[] } | null | undefined;
  /** Each stack's status. Null before its first deploy. */
  stacks: Record<StackName, string | null> | undefined;
  docker: boolean;
  /** The region's active receipt rule set, or null. Requested only if SES is to receive. */
  rule_set?: string | null | undefined;
  /** The restored table to use. The deploy adds its stream. Null if the table doesn't exist. */
  table?: { stream: string | null } | null | undefined;
  /** The capacity that the stack's own table is warm for. Requested only if a peak is planned. */
  warm?: Warm | undefined;
};

type SesAccount = {
  production: boolean;
  sending: boolean;
  per_second: number;
  per_day: number;
  /** The pricing plan, and next month's plan if a change was requested. */
  plan?: string;
  next_plan?: string;
};

export type Wanted = {
  serviceDomain: string;
  hostedZoneId: string;
  smtp: boolean;
  inbound?: string | undefined;
  stage?: string | undefined;
  peakSendsPerSecond: number;
  qualifier?: string | undefined;
  /** The last deploy's peak, or 0 for none. */
  lastPeak?: number;
  alarmEmail: string | undefined;
  /** The deployment's current and next kinds of key. */
  kms?: { last: string; next: string };
  /** The values that determine how many copies each function may have. */
  context?: Record<string, string>;
  /** The restored tables of the last deploy and of the next one. */
  table?: { last: string | undefined; next: string | undefined };
};

/** One line of `deploy -- --check`. */
export type Finding = {
  /** `stop` means that the deploy would fail. `warn` means that it works, with reduced service. */
  level: 'ok' | 'warn' | 'stop';
  text: string;
  fix?: string;
};

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warn = (text: string, fix: string): Finding => ({ level: 'warn', text, fix });
export const stop = (text: string, fix: string): Finding => ({ level: 'stop', text, fix });

export const unseen = (what: string, right: string) =>
  warn(`couldn't check ${what}`, `Allow ${right}. The full policy is in docs/operations/rights.md.`);
