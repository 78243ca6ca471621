import type { DnsProvider } from '../dns-host.ts';
import type { Id } from '../runtime.ts';

export type DomainStatus = 'pending' | 'verified' | 'failing' | 'failed';

/** A rotation adds `dkim_next` and leaves the replaced key in `dkim_retired`. */
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
 * A change of a domain's DKIM key.
 * - `pending`: waiting for the new DNS record
 * - `switching`: giving SES the new key
 * - `reverting`: giving SES the current key again
 * - `retired`: SES signs with the new key
 * - `ended`: the new key was abandoned
 */
export type DkimRotation = {
  state: 'pending' | 'switching' | 'reverting' | 'retired' | 'ended';
  /** The new key's selector, or the former key's once `retired`. */
  selector: string;
  started_at: string;
  /** When the rotation entered this state. */
  since: string;
  /** Hash of the request's Idempotency-Key. */
  request?: string;
};

/**
 * Who created the domain's SES identity.
 * - `preparing`, `ready`: ours, not yet or already made by a worker
 * - `foreign`: not made by this service
 * - `adopted`: brought by an operator with adopt-domain
 */
export type IdentityState = 'preparing' | 'ready' | 'foreign' | 'adopted' | 'none';

/**
 * A domain for sending, or only for receiving. Sends read it and every check updates it, so it stays within 1
 * KB. `DomainDns` has its records, `DomainKey` its DKIM key.
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
  /** The last DKIM key change. Absent if there was none, or once the retired record is gone. */
  dkim_rotation?: DkimRotation | undefined;
  identity: IdentityState;
  /** The SES tenant that may send from its identity. If absent, sends name no SES tenant. */
  ses_tenant?: string | null;
  record_status: Partial<Record<RecordPurpose, RecordStatus>>;
  verified_at: string | null;
  last_checked_at: string | null;
  /** When the next check is due. That minute has its task row. */
  next_check_at: string | null;
  /** The time of the first of the consecutive checks that found a required record wrong. */
  wrong_since: string | null;
  failing_since: string | null;
  /** When DNS first had all records that SES needs, while SES hasn't seen them yet. */
  waiting_since: string | null;
  /** The first of the consecutive checks that saw the return path in DNS. Absent if the last check didn't. */
  return_path_seen_at?: string | null;
  /** UTC day (`YYYY-MM-DD`) of its last sent email. Recent sends protect it from claims. Absent if none. */
  last_sent_on?: string;
  /** Number of routes for its received mail. Absent if none. */
  inbound_routes?: number;
  /** The import that created it. Never shown to callers. */
  import?: Id<'mig'>;
  created_at: string;
  updated_at: string;
};

/** Whether mail may be sent from it. A failing domain keeps its grace period. */
export const canSend = ({ sending_enabled, status }: Domain): boolean =>
  sending_enabled && (status === 'verified' || status === 'failing');

export type DnsRecord = {
  purpose: RecordPurpose;
  type: 'TXT' | 'CNAME' | 'MX';
  /** Full name without a final dot. */
  host: string;
  value: string;
  priority: number | null;
  /** The values in DNS now. Null if never read, or empty. */
  current: string[] | null;
  /** The problem, in one sentence. */
  note: string | null;
};

/**
 * The host of the domain's name servers, null if unknown or mixed, and whether we can write records there.
 */
export type DnsHost = { provider: string | null; apply: boolean };

export type DomainDns = {
  records: DnsRecord[];
  /** Why the last DKIM rotation was reverted or ended, in one sentence. Absent if it is active or done. */
  rotation_note?: string;
  /** The state that the last check saw. Absent before the first check. */
  host?: DnsHost;
};

export type StoredCredentials = { provider: DnsProvider; sealed: string };

/**
 * The state of a claim to another account's domain, as of the last check. A claim that isn't completed
 * expires.
 */
type ClaimState = 'pending' | 'verified' | 'completed' | 'blocked' | 'expired';

/** A claim to a name that another account owns. */
export type DomainClaim = {
  id: Id<'clm'>;
  account: Id<'acc'>;
  name: string;
  /** The account that had the name when the claim was made. */
  owner: Id<'acc'>;
  state: ClaimState;
  /** The problem or the next step, in one sentence. */
  note: string | null;
  /** The claimant's new domain, once the claim is completed. */
  domain_id: Id<'dom'> | null;
  created_at: string;
  expires_at: string;
};

/** A task: check a domain, remove its SES identity, announce a claim, or cancel emails. It may run twice. */
export type DomainTask = {
  task: 'check' | 'remove' | 'claimed' | 'cancel';
  id: Id<'dom'>;
  name: string;
  account: Id<'acc'>;
  /** For `cancel`, emails accepted before this time are canceled. */
  before?: string;
};

/** A DKIM key pair in base64: the public key (SPKI) and the sealed private key (PKCS #8). */
export type DomainKey = { public_key: string; sealed_private_key: string };
