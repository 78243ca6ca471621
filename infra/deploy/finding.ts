import type { Warm } from '../peak.ts';
import type { StackName } from './stacks.ts';

/** The state of the account, the region and this machine; `undefined` where the caller may not look. */
export type Facts = {
  account: string;
  region: string;
  /** Version of the CDK bootstrap stack; null without one. */
  bootstrap: number | null | undefined;
  ses: SesAccount | undefined;
  lambda_concurrency: number | undefined;
  /** The part of it that no function in the account reserves. */
  lambda_unreserved?: number | undefined;
  /** The hosted zone, and the name servers that the world sees for its name; null when there is no such zone. */
  zone: { name: string; name_servers: string[]; live: string[] } | null | undefined;
  /** Status of each stack; null before its first deploy. */
  stacks: Record<StackName, string | null> | undefined;
  docker: boolean;
  /** The receipt rule set that SES uses in this region; null: none. Asked only where SES is to receive. */
  rule_set?: string | null | undefined;
  /** The restored table to use. The deploy adds its stream. Null if the table doesn't exist. */
  table?: { stream: string | null } | null | undefined;
  /** The units that the stack's own table is warm for. Asked only where a peak is planned for. */
  warm?: Warm | undefined;
};

type SesAccount = {
  production: boolean;
  sending: boolean;
  per_second: number;
  per_day: number;
  /** The pricing plan, and the one that the next month begins with, where another was asked for. */
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
  /** The qualifier of the CDK bootstrap. */
  qualifier?: string | undefined;
  /** The peak of the last deploy; 0: none. */
  lastPeak?: number;
  alarmEmail: string | undefined;
  /** The key that the deployment has now, and the one that it is to have. */
  kms?: { last: string; next: string };
  /** The values from which the copies of each function follow. */
  context?: Record<string, string>;
  /** The restored table that it uses now, and the one that it is to use. */
  table?: { last: string | undefined; next: string | undefined };
};

/** One line of `deploy -- --check`. */
export type Finding = {
  /** `stop`: the deploy would fail. `warn`: it works, with less than a full service. */
  level: 'ok' | 'warn' | 'stop';
  text: string;
  fix?: string;
};

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warn = (text: string, fix: string): Finding => ({ level: 'warn', text, fix });
export const stop = (text: string, fix: string): Finding => ({ level: 'stop', text, fix });

export const unseen = (what: string, right: string) =>
  warn(`couldn't check ${what}`, `Allow ${right} (full policy in docs/operations/rights.md).`);
