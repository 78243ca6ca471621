import type { DnsProvider } from '../dns-host.ts';
import type { Id } from '../runtime.ts';

export type DomainStatus = 'pending' | 'verified' | 'failing' | 'failed';

/** `dkim_next`, `dkim_retired`: the key that a rotation brings, and the one that it replaced. */
export const recordPurposes = [
  'ownership',
  'dkim',
  'dkim_next',
  'dkim_retired',
  'return_path',
  'spf',
  'dmarc',
  'inbound_mx',
] as const;
export type RecordPurpose = (typeof recordPurposes)[number];

export type RecordStatus = 'pending' | 'verified' | 'missing' | 'mismatch' | 'error' | 'retired';

/**
 * A change of a domain's DKIM key. `pending`: the new record is awaited in DNS; `switching`: SES is given the new key;
 * `reverting`: SES is given the current key again; `retired`: SES signs with the new key; `ended`: the new key was given up.
 */
export type DkimRotation = {
  state: 'pending' | 'switching' | 'reverting' | 'retired' | 'ended';
  /** The selector of the new key; of `retired`, of the former one. */
  selector: string;
  started_at: string;
  /** The time when it came to its state. */
  since: string;
  /** A hash of the Idempotency-Key of its request. */
  request?: string;
};

/**
 * The SES identity that carries the domain: ours, which a worker still has to make (`preparing`) or has made (`ready`);
 * one that this service did not make (`foreign`); one that an operator brought with adopt-domain (`adopted`).
 */
export type IdentityState = 'preparing' | 'ready' | 'foreign' | 'adopted' | 'none';

/**
 * A sending domain, or one that only receives: the part that sends read and every check updates, at most 1 KB.
 * The contents of its records are `DomainDns`, its DKIM key `DomainKey`.
 */
export type Domain = {
  id: Id<'dom'>;
  account: Id<'acc'>;
  name: string;
  status: DomainStatus;
  tenant: Id<'ten'> | null;
  sending_enabled: boolean;
  inbound_enabled: boolean;
  open_tracking: boolean;
  click_tracking: boolean;
  tls_mode: 'opportunistic' | 'enforced';
  dkim_selector: string;
  /** The last change of the DKIM key; absent: none, or its retired record is gone. */
  dkim_rotation?: DkimRotation | undefined;
  identity: IdentityState;
  /** The tenant of SES that may send from its identity; absent: sends name none. */
  ses_tenant?: string | null;
  record_status: Partial<Record<RecordPurpose, RecordStatus>>;
  verified_at: string | null;
  last_checked_at: string | null;
  /** The time of the next check; a task row lies in that minute. */
  next_check_at: string | null;
  /** The first of the checks in a row that found a required record wrong. */
  wrong_since: string | null;
  failing_since: string | null;
  /** The time since which all records that SES needs are in DNS, while SES does not see them yet. */
  waiting_since: string | null;
  /** The first of the checks in a row that saw the return path in DNS; absent: none did. */
  return_path_seen_at?: string | null;
  /** UTC day (`YYYY-MM-DD`) of the last email that was sent from it, which keeps it from being claimed; absent: none. */
  last_sent_on?: string;
  /** The number of its routes of received mail; absent: none. */
  inbound_routes?: number;
  /** The import that made it; never shown to callers. */
  import?: Id<'mig'>;
  created_at: string;
  updated_at: string;
};

/** Whether mail may be sent from it: a failing one has its grace period. */
export const canSend = ({ sending_enabled, status }: Domain): boolean =>
  sending_enabled && (status === 'verified' || status === 'failing');

export type DnsRecord = {
  purpose: RecordPurpose;
  type: 'TXT' | 'CNAME' | 'MX';
  /** Whole name without a final dot. */
  host: string;
  value: string;
  priority: number | null;
  /** The values in DNS now; null: never read, or nothing there. */
  current: string[] | null;
  /** The fault, in one sentence. */
  note: string | null;
};

/** The host of a domain's name servers (null: unknown, or a mix), and whether records can be written there. */
export type DnsHost = { provider: string | null; apply: boolean };

export type DomainDns = {
  records: DnsRecord[];
  /** The reason why the last rotation of the DKIM key is reverted or has ended, a sentence; absent: it goes on or was done. */
  rotation_note?: string;
  /** As the last check saw it; absent before the first one. */
  host?: DnsHost;
};

export type StoredCredentials = { provider: DnsProvider; sealed: string };

/** The state of a claim of another account's domain at the last look; by its time it expires without one. */
type ClaimState = 'pending' | 'verified' | 'completed' | 'blocked' | 'expired';

/** A claim of a name that another account owns. */
export type DomainClaim = {
  id: Id<'clm'>;
  account: Id<'acc'>;
  name: string;
  /** The account that had the name when the claim was made. */
  owner: Id<'acc'>;
  state: ClaimState;
  /** The fault or the step that is still awaited, in one sentence. */
  note: string | null;
  /** The claimant's new domain, once the claim is completed. */
  domain_id: Id<'dom'> | null;
  created_at: string;
  expires_at: string;
};

/** A task, which may run twice: check, removal of the SES identity, notice of a claim, cancel of emails. */
export type DomainTask = {
  task: 'check' | 'remove' | 'claimed' | 'cancel';
  id: Id<'dom'>;
  name: string;
  account: Id<'acc'>;
  /** With `cancel`: the time before which the emails to cancel were accepted. */
  before?: string;
};

/** The DKIM key pair: base64 of the public key (SPKI), and the sealed private key (base64 of PKCS #8). */
export type DomainKey = { public_key: string; sealed_private_key: string };
