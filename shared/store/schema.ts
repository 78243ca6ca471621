/**
 * The single table: every entity, its key, and what the key answers. Keys are built only here.
 * gsi1 and gsi2 are KEYS_ONLY with immutable keys.
 *
 * | entity | pk | sk | index | answers |
 * |---|---|---|---|---|
 * | account | `ACC#<acc>` | `ACCOUNT` | | an account |
 * | account pointer | `ACCOUNTS` | acc_ | | the deployment's accounts, newest first |
 * | mark of account pointers | `ACCOUNTS` | `COMPLETE` | | whether older accounts have pointers |
 * | api key | `KEY#<sha256 of the secret>` | `KEY` | | who calls |
 * | api key pointer | `ACC#<acc>` | `KEY#<key>` | | an account's keys, by id |
 * | smtp credential | `SMTP#<sha256 of the password>` | `SMTP` | | who relays |
 * | smtp credential pointer | `ACC#<acc>` | `SMTP#<smtpc>` | | an account's SMTP credentials, by id |
 * | tenant | `ACC#<acc>` | `TEN#<ten>` | | an account's tenants, by id |
 * | tenant name | `ACC#<acc>#TENANT#<external_id>` | `NAME` | | uniqueness and lookup by external_id |
 * | deleted tenant | `OUTBOX#<minute>#<shard>` | ten_ | | removal work, until nothing of the tenant is left |
 * | tenant metadata | `TEN#<ten>` | `METADATA` | | the account's own data about a tenant; sends don't read it |
 * | domain | `DOM#<name>` | `DOM` | | one owner per name; every fact of a from-domain |
 * | domain id | `ACC#<acc>` | `DOM#<dom>` | | an account's domains, by id |
 * | domain key | `DOM#<name>` | `KEY`, `KEY#NEXT`, `KEY#OLD` | | the DKIM private key; during a rotation also the next or the previous one |
 * | domain dns | `DOM#<name>` | `DNS` | | record values, and what DNS returns now |
 * | domain credentials | `DOM#<name>` | `CRED` | | sealed credentials of the DNS host (verify, apply) |
 * | domain removal | `DOM#<name>` | `REMOVAL` | | the last deletion whose task removes the SES identity |
 * | domain task | `DTASK#<minute>#<shard>` | dom_ | | domains with records to check, or an SES identity to remove |
 * | claim of a domain | `ACC#<acc>` | `CLM#<clm>` | | an account's claims, by id |
 * | claim of a name | `ACC#<acc>#CLAIM#<name>` | `CLAIM` | | the account's latest claim of a domain |
 * | email meta | `MSG#<msg>` | `EMAIL` | gsi1 `ACC#<acc>#MSG#<shard>` / msg_; gsi2 `ACC#<acc>#TEN#<ten>#<shard>` / msg_ | GET /emails/{id}; lists, newest first |
 * | email envelope | `MSG#<msg>` | `ENVELOPE` | | recipients, subject, tags that do not fit the meta |
 * | email body | `MSG#<msg>` | `BODY` | | content up to 8 KB compressed; larger content in the bucket |
 * | batch | `BAT#<bat>` | `BATCH` | | a batch's outcome; its content is a body under `MSG#<bat>` |
 * | visits | `MSG#<msg>` | `VISITS` | | which of an email's opens and clicks count |
 * | email event | `MSG#<msg>` | `EVT#<type>#<position>#<variant>` | | deduplication of provider events, timeline |
 * | outbox row | `OUTBOX#<minute>#<shard>` | msg_, bat_, evt_ (an unsubscribe), ae_, att_ (an upload whose bytes are counted), `<run>-<step>` (a wait) | gsi1 (schedules) `ACC#<acc>#OUTBOX#<shard>` / `<from-domain>#<msg>` | work for the sweep |
 * | idempotency claim | `IDEM#<acc>#<key>` | `IDEM` | | one email per key and account, or per tenant if the API key is limited to one, for 24 h |
 * | address | `ADR#<list>#<address>` | `ADR` | gsi1 `LIST#<list>#<shard>` / sup_ | suppression and opt-outs of one address; `<list>` is acc_ or ten_ |
 * | suppression by id | `ADR#<list>#<sup>` | `ID` | | an entry's address, so that GET by id never lags as an index may |
 * | soft bounces | `ADR#<list>#<address>` | `SOFT` | | an address's soft bounces, until 22 days after the last |
 * | opt-out | `ADR#<list>#<address>` | `OPT#<category>` | gsi1 `LIST#<list>#OPT#<shard>` / opt_ | a list's opt-outs, newest first |
 * | running export | `EXPORT#<acc or ten>` | `EXPORT` | | an export's position |
 * | limit | `LIMIT#<acc or ten>` | `plan`, `sandbox`, `sms`, `uploads`, `suppressions`, `scheduled`, `ramp` of an account; `tenant` | | counts of an exact limit, in total or for the day and month; a ramp's stage |
 * | counter | `STAT#<acc or ten>` | `D#<day>`, `H#<hour>` | | totals of a day, or of a tenant's hour; summed from the stream |
 * | counter of runs | `STAT#<aut>` | `RUNS` | | an automation's runs by status; summed from the stream, until 800 days after the last change |
 * | counter of steps | `STAT#<aut>` | `STEPS#<version>` | | how a version's steps ended, and the runs at each; kept as long |
 * | counter of a domain | `STAT#<acc or ten>` | `N#<day>#<domain>` | | totals of a day by from-domain |
 * | rate bucket | `RATE#<acc>` | `send`, `other`, `single`, `bulk`, `verify <dom>` | | request rates; places of an account's emails waiting for SES |
 * | slots | `RATE#deployment` | `ses` | | when the deployment may send its next email |
 * | webhook | `ACC#<acc>` | `WH#<wh>` | | an account's endpoints, read for every event |
 * | webhook event payload | `EVP#<evt>` | `EVP` | | the bytes of an event, for log and replay |
 * | webhook delivery | `WHD#<wh>#<shard>` | whd_ | | the delivery log, newest first |
 * | delivery answer | `WHA#<whd>` | `<attempt>` | | up to 4 KB of a failed attempt's response |
 * | failed delivery | `WHF#<wh>#<shard>` | whd_ | | failed deliveries without a replay: replay_failed, status=failed |
 * | failed replay | `WHE#<wh>#<shard>` | `<event's first whd>#<whd>` | | failed replays without a later replay, by event time: replay_failed |
 * | replayed delivery | `WHR#<wh>#<shard>` | whd_ | | failed deliveries with a replay, and failed replays: status=failed |
 * | resource counts | `ACC#<acc>` | `COUNTS` | | an account's numbers of domains, endpoints, templates, and tenants; endpoints ever created, and switched on |
 * | template | `ACC#<acc>` | `TPL#<tpl>` | | an account's templates, by id |
 * | template pointer | `ACC#<acc>#TPL#<alias or tpl_>` | `TPL` | | uniqueness of the alias; the template a send uses |
 * | template source | `ACC#<acc>#TPL#src:<provider and hash of its id there>` | `TPL` | | the template imported from another provider's template, whatever its alias is now |
 * | template body | `TPL#<tpl>` | `R#<revision>` | | one immutable body per revision up to 24 KB compressed; larger ones in the bucket |
 * | automation | `ACC#<acc>` | `AUT#<aut>` | | an account's automations, by id |
 * | definition | `AUT#<aut>` | `R#<revision>` | | one immutable definition per revision up to 24 KB compressed; larger ones in the bucket |
 * | templates in use | `AUT#<aut>` | `USES` | | templates that an active automation uses |
 * | template use | `TPL#<tpl>` | `AUT#<aut>` | | active automations that use a template |
 * | template guard | `ACC#<acc>` | `TPLGUARD` | | whether an automation was activated or a template withdrawn meanwhile |
 * | trigger | `ACC#<acc>#ON#<event>` | `AUT#<aut>` | | the active automations that an event starts |
 * | triggers of an event | `ACC#<acc>#ON#<event>` | `COUNT` | | their exact number |
 * | entry | `AUT#<aut>#IN#<person>` | `IN` | | whether a person (by email or user_id) has entered an automation |
 * | subscription | `ACC#<acc>#ON#<event>#<person>` | `C#<run>`, `W#<run>#<step>` | | a person's runs that an event cancels or resumes |
 * | automation run | `RUN#<run>` | `RUN` | gsi1 `AUT#<aut>#RUNS#<shard>` / run_; gsi2 `AUT#<aut>#PER#<person>` / run_ | a run's progress; runs of an automation or a person |
 * | step of a run | `RUN#<run>` | `STEP#<index>` | | a finished step's outcome |
 * | custom event | `AE#<ae>` | `AE` | | an event as posted, its effects, and its response |
 * | custom event body | `AE#<ae>` | `BODY` | | an event's data, apart from the item that is updated |
 * | custom event plan | `AE#<ae>` | `PLAN` | | its effects, if they don't fit its item |
 * | received email | `INB#<inb>` | `INB` | gsi1 `ACC#<acc>#INB` / inb_ | inbound mail, newest first; bytes and parts are in the bucket |
 * | claim of a received email | `INBC#<hash>` | `INBC` | | that a message repeated within 24 h counts once |
 * | inbound route | `DOM#<name>` | `IRT#<match>` | | what to do with mail for these addresses of a domain |
 * | inbound route id | `ACC#<acc>` | `IRT#<irt>` | | an account's routes, by id |
 * | blocked sender | `ACC#<acc>` | `BSN#<bsn>` | | senders an account has blocked, by id |
 * | name of a blocked sender | `ACC#<acc>#BLOCK#<sender>` | `<ten>#<dom>` | | one entry per sender and recipients |
 * | import | `ACC#<acc>` | `MIG#<mig>` | | an account's imports, by id: progress, lease, totals |
 * | import part | `MIG#<mig>` | `PART#<step>` | | the report of one import request |
 * | imports of an hour | `RATE#<acc>` | `imports` | | imports started and continued in an hour |
 * | attachment | `ACC#<acc>` | `ATT#<att>` | | an upload's registration |
 * | sending state | `SES` | `STATE` | | what SES grants this deployment, and until when sending is paused |
 * | sighting | `DOCTOR#<id>` | `SEEN` | | whether the webhook of one `npm run doctor` arrived |
 * | sweep mark | `SWEEP` | `SWEEP` | | the last minute whose outbox rows are done |
 * | mark of queued emails | `SWEEP` | `QUEUED` | | the time up to which queued emails were checked |
 * | mark of domain tasks | `SWEEP` | `DOMAINS` | | the last minute whose domain tasks are queued |
 * | member | `ACC#<acc>` | `MEM#<mem>` | | members of an account's dashboard, by id |
 * | membership | `USR#<sha256 of address>` | acc_ | | an address's accounts |
 * | session | `SESSION#<sha256>` | `SESSION` | gsi1 `USR#<sha256 of address>#SESSIONS` / created_at | who is signed in; an address's sessions |
 * | sign-in | `SIGNIN#<sha256 of token or cookie>` | `SIGNIN`, `PENDING` | | a one-time sign-in link; the sign-in a browser requested |
 * | sign-ins of an hour | `SIGNINS#<sha256>` | hour | | mails to an address, requests from a client |
 * | notice | `NOTICE#<sha256>` | `NOTICE` | | that an owner notice was sent or is about to be |
 * | deployment secret | `SECRET` | `<number>` | | seals cursors and tokens |
 */
import { createHash } from 'node:crypto';
import { canonicalAddress } from '../core/addresses.ts';
import type { Person } from '../core/records/runs.ts';
import type { Id, IdPrefix } from '../core/runtime.ts';
import { sha256Hex } from '../core/seal.ts';

export type Key = { pk: string; sk: string };

/**
 * Outbox rows of a minute are spread over this many keys, so 10,000 schedules for one second stay under 500
 * writes/s each.
 */
export const outboxShards = 32;

/**
 * How many shards a minute's tasks are spread over, because an import's thousand domains are all rechecked in
 * the same minutes.
 */
export const taskShards = 4;
/**
 * How many shards suppressions, opt-outs, and schedules have. The number is fixed, because their writers
 * don't read the account.
 */
export const listShards = 16;

/** A small stable number from an id, for spreading keys. */
export function shardOf(id: string, shards: number): number {
  return shards === 1 ? 0 : createHash('sha256').update(id).digest().readUInt32BE(0) % shards;
}

const shard2 = (n: number) => String(n).padStart(2, '0');
const digits6 = (n: number) => String(n).padStart(6, '0');

/** The ttl attribute: epoch seconds, `kept_s` after a moment (ISO 8601). DynamoDB deletes up to days later. */
export const ttlAfter = (iso: string, kept_s: number): number => Math.floor(Date.parse(iso) / 1000) + kept_s;

/** The address is hashed, so that no key includes it. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27);

const emailHash = (email: string): string => hashOf(canonicalAddress(email));

/** A person's names in keys: one for the email, one for the user_id. */
export const personKeys = ({ email, user_id }: Person): string[] => [
  ...(email === null ? [] : [`E${emailHash(email)}`]),
  ...(user_id === null ? [] : [`U${hashOf(user_id)}`]),
];

const key = (pk: string, sk: string): Key => ({ pk, sk });

/** Rates above one key's capacity use several keys. */
const partName = (part: number) => (part === 0 ? '' : `#${part}`);

export const keys = {
  account: (account: Id<'acc'>) => key(`ACC#${account}`, 'ACCOUNT'),
  accountPointer: (account: Id<'acc'>) => key('ACCOUNTS', account),
  accountPointersComplete: () => key('ACCOUNTS', 'COMPLETE'),
  apiKey: (hash: string) => key(`KEY#${hash}`, 'KEY'),
  keyPointer: (account: Id<'acc'>, id: Id<'key'> | '') => key(`ACC#${account}`, `KEY#${id}`),
  smtpCredential: (hash: string) => key(`SMTP#${hash}`, 'SMTP'),
  smtpPointer: (account: Id<'acc'>, id: Id<'smtpc'> | '') => key(`ACC#${account}`, `SMTP#${id}`),
  tenant: (account: Id<'acc'>, id: Id<'ten'>) => key(`ACC#${account}`, `TEN#${id}`),
  tenantName: (account: Id<'acc'>, external_id: string) =>
    key(`ACC#${account}#TENANT#${external_id}`, 'NAME'),
  tenantMetadata: (id: Id<'ten'>) => key(`TEN#${id}`, 'METADATA'),
  domain: (name: string) => key(`DOM#${name}`, 'DOM'),
  domainKey: (name: string, of: '' | '#NEXT' | '#OLD' = '') => key(`DOM#${name}`, `KEY${of}`),
  domainDns: (name: string) => key(`DOM#${name}`, 'DNS'),
  domainCredentials: (name: string) => key(`DOM#${name}`, 'CRED'),
  domainRemoval: (name: string) => key(`DOM#${name}`, 'REMOVAL'),
  domainTask: (minute: number, id: Id<'dom'>) =>
    key(`DTASK#${minute}#${shard2(shardOf(id, taskShards))}`, id),
  domainClaim: (account: Id<'acc'>, id: Id<'clm'>) => key(`ACC#${account}`, `CLM#${id}`),
  claimOfName: (account: Id<'acc'>, name: string) => key(`ACC#${account}#CLAIM#${name}`, 'CLAIM'),
  domainId: (account: Id<'acc'>, id: Id<'dom'>) => key(`ACC#${account}`, `DOM#${id}`),
  email: (id: Id<'msg'>) => key(`MSG#${id}`, 'EMAIL'),
  envelope: (id: Id<'msg'>) => key(`MSG#${id}`, 'ENVELOPE'),
  body: (id: Id<'msg' | 'bat'>) => key(`MSG#${id}`, 'BODY'),
  visits: (id: Id<'msg'>) => key(`MSG#${id}`, 'VISITS'),
  batch: (id: Id<'bat'>) => key(`BAT#${id}`, 'BATCH'),
  event: (id: Id<'msg'>, type: string, position: number | null, variant: string) =>
    key(`MSG#${id}`, `EVT#${type}#${position ?? ''}#${variant}`),
  outbox: (minute: number, id: string) => key(`OUTBOX#${minute}#${shard2(shardOf(id, outboxShards))}`, id),
  /** The caller's key is hashed, because it may be 255 characters long and is private. */
  claim: (account: Id<'acc'>, idempotency_key: string) =>
    key(`IDEM#${account}#${createHash('sha256').update(idempotency_key).digest('base64url')}`, 'IDEM'),
  address: (list: Id<'acc' | 'ten'>, address: string) => key(`ADR#${list}#${address}`, 'ADR'),
  softBounces: (list: Id<'acc' | 'ten'>, address: string) => key(`ADR#${list}#${address}`, 'SOFT'),
  suppressionId: (list: Id<'acc' | 'ten'>, id: Id<'sup'>) => key(`ADR#${list}#${id}`, 'ID'),
  optOut: (list: Id<'acc' | 'ten'>, address: string, category: string) =>
    key(`ADR#${list}#${address}`, `OPT#${category}`),
  export: (list: Id<'acc' | 'ten'>) => key(`EXPORT#${list}`, 'EXPORT'),
  webhook: (account: Id<'acc'>, id: Id<'wh'>) => key(`ACC#${account}`, `WH#${id}`),
  webhookPayload: (event: Id<'evt'>) => key(`EVP#${event}`, 'EVP'),
  delivery: (webhook: Id<'wh'>, shard: number, id: Id<'whd'>) => key(`WHD#${webhook}#${shard2(shard)}`, id),
  deliveryAnswer: (id: Id<'whd'>, attempt: number) => key(`WHA#${id}`, String(attempt)),
  failedDelivery: (webhook: Id<'wh'>, shard: number, id: Id<'whd'>) =>
    key(`WHF#${webhook}#${shard2(shard)}`, id),
  failedReplay: (webhook: Id<'wh'>, shard: number, first: Id<'whd'>, id: Id<'whd'>) =>
    key(`WHE#${webhook}#${shard2(shard)}`, `${first}#${id}`),
  replayedDelivery: (webhook: Id<'wh'>, shard: number, id: Id<'whd'>) =>
    key(`WHR#${webhook}#${shard2(shard)}`, id),
  template: (account: Id<'acc'>, id: Id<'tpl'>) => key(`ACC#${account}`, `TPL#${id}`),
  templatePointer: (account: Id<'acc'>, name: string) => key(`ACC#${account}#TPL#${name}`, 'TPL'),
  /** This key can't collide with an alias, because no alias has a colon. */
  templateSource: (account: Id<'acc'>, of: string) => key(`ACC#${account}#TPL#src:${of}`, 'TPL'),
  templateBody: (id: Id<'tpl'>, revision: string) => key(`TPL#${id}`, `R#${revision}`),
  automation: (account: Id<'acc'>, id: Id<'aut'>) => key(`ACC#${account}`, `AUT#${id}`),
  definition: (id: Id<'aut'>, revision: string) => key(`AUT#${id}`, `R#${revision}`),
  templatesInUse: (id: Id<'aut'>) => key(`AUT#${id}`, 'USES'),
  templateUse: (template: Id<'tpl'>, id: Id<'aut'>) => key(`TPL#${template}`, `AUT#${id}`),
  templateGuard: (account: Id<'acc'>) => key(`ACC#${account}`, 'TPLGUARD'),
  trigger: (account: Id<'acc'>, event: string, id: Id<'aut'>) =>
    key(`ACC#${account}#ON#${event}`, `AUT#${id}`),
  customEvent: (id: Id<'ae'>) => key(`AE#${id}`, 'AE'),
  customEventBody: (id: Id<'ae'>) => key(`AE#${id}`, 'BODY'),
  customEventPlan: (id: Id<'ae'>) => key(`AE#${id}`, 'PLAN'),
  cancelSubscription: (account: Id<'acc'>, event: string, person: string, run: Id<'run'>) =>
    key(`ACC#${account}#ON#${event}#${person}`, `C#${run}`),
  waitSubscription: (
    account: Id<'acc'>,
    event: string,
    person: string,
    wait: { run: Id<'run'>; step: number },
  ) => key(`ACC#${account}#ON#${event}#${person}`, `W#${wait.run}#${shard2(wait.step)}`),
  entry: (automation: Id<'aut'>, person: string) => key(`AUT#${automation}#IN#${person}`, 'IN'),
  run: (id: Id<'run'>) => key(`RUN#${id}`, 'RUN'),
  runStep: (id: Id<'run'>, index: number) => key(`RUN#${id}`, `STEP#${shard2(index)}`),
  triggerCount: (account: Id<'acc'>, event: string) => key(`ACC#${account}#ON#${event}`, 'COUNT'),
  import: (account: Id<'acc'>, id: Id<'mig'>) => key(`ACC#${account}`, `MIG#${id}`),
  importPart: (id: Id<'mig'>, step: number) => key(`MIG#${id}`, `PART#${digits6(step)}`),
  importHour: (account: Id<'acc'>) => key(`RATE#${account}`, 'imports'),
  attachment: (account: Id<'acc'>, id: Id<'att'>) => key(`ACC#${account}`, `ATT#${id}`),
  counts: (account: Id<'acc'>) => key(`ACC#${account}`, 'COUNTS'),
  counterDay: (owner: Id<'acc' | 'ten'>, day: string) => key(`STAT#${owner}`, `D#${day}`),
  counterHour: (owner: Id<'acc' | 'ten'>, hour: string) => key(`STAT#${owner}`, `H#${hour}`),
  counterDomain: (owner: Id<'acc' | 'ten'>, day: string, domain: string) =>
    key(`STAT#${owner}`, `N#${day}#${domain}`),
  counterRuns: (automation: Id<'aut'>) => key(`STAT#${automation}`, 'RUNS'),
  counterSteps: (automation: Id<'aut'>, version: number) => key(`STAT#${automation}`, `STEPS#${version}`),
  limit: (owner: Id<'acc' | 'ten'>, kind: string) => key(`LIMIT#${owner}`, kind),
  rate: (account: Id<'acc'>, bucket: string, part = 0) => key(`RATE#${account}${partName(part)}`, bucket),
  slots: (part = 0) => key(`RATE#deployment${partName(part)}`, 'ses'),
  sendingState: () => key('SES', 'STATE'),
  member: (account: Id<'acc'>, id: Id<'mem'>) => key(`ACC#${account}`, `MEM#${id}`),
  membership: (address: string, account: Id<'acc'>) => key(`USR#${sha256Hex(address)}`, account),
  session: (hash: string) => key(`SESSION#${hash}`, 'SESSION'),
  signIn: (hash: string) => key(`SIGNIN#${hash}`, 'SIGNIN'),
  pendingSignIn: (cookie: string) => key(`SIGNIN#${cookie}`, 'PENDING'),
  signInsOf: (who: string, hour: number) => key(`SIGNINS#${sha256Hex(who)}`, String(hour)),
  notice: (hash: string) => key(`NOTICE#${hash}`, 'NOTICE'),
  sighting: (id: string) => key(`DOCTOR#${id}`, 'SEEN'),
  sweep: () => key('SWEEP', 'SWEEP'),
  checked: () => key('SWEEP', 'QUEUED'),
  domainSweep: () => key('SWEEP', 'DOMAINS'),
  received: (id: Id<'inb'>) => key(`INB#${id}`, 'INB'),
  inboundRoute: (name: string, match: string) => key(`DOM#${name}`, `IRT#${match}`),
  inboundRouteId: (account: Id<'acc'>, id: Id<'irt'>) => key(`ACC#${account}`, `IRT#${id}`),
  blockedSender: (account: Id<'acc'>, id: Id<'bsn'>) => key(`ACC#${account}`, `BSN#${id}`),
  blockedSenderName: (account: Id<'acc'>, sender: string, recipients: string) =>
    key(`ACC#${account}#BLOCK#${sender}`, recipients),
  receivedClaim: (hash: string) => key(`INBC#${hash}`, 'INBC'),
  secret: (number: number) => key('SECRET', String(number)),
};

/** The step whose wait an event ends, from the row's sort key. Null if the event cancels the run. */
export const subscribedStep = ({ sk }: Pick<Key, 'sk'>): number | null =>
  sk.startsWith('W#') ? Number(sk.split('#')[2]) : null;

/** The id of the email, run, or batch that an item or index entry belongs to. */
const idIn = <Kind extends IdPrefix>({ pk }: Pick<Key, 'pk'>) => pk.slice(pk.indexOf('#') + 1) as Id<Kind>;

/** The same, for items that have the id in their sort key. */
export const idInSk = <Kind extends IdPrefix>({ sk }: Pick<Key, 'sk'>) =>
  sk.slice(sk.indexOf('#') + 1) as Id<Kind>;

export const emailIdOf = idIn<'msg'>;
export const runIdOf = idIn<'run'>;
export const batchIdOf = idIn<'bat'>;

/** The item of the address that a neighboring row belongs to. */
export const addressKeyOf = (pk: string): Key => ({ pk, sk: keys.address('acc_', '').sk });

/** An address's list: the account's, or a tenant's own. */
type Listed = { account: Id<'acc'>; tenant: Id<'acc' | 'ten'> | null };
export const listId = ({ account, tenant }: Listed) => tenant ?? account;

const pkOf = ({ pk }: Key) => ({ pk });

/** Items that are queried together, in sort key order. */
export const partitions = {
  accounts: () => ({ pk: 'ACCOUNTS', prefix: 'acc_' }),
  events: (email: Id<'msg'>) => ({ pk: `MSG#${email}`, prefix: 'EVT#' }),
  outbox: (minute: number, shard: number) => ({ pk: `OUTBOX#${minute}#${shard2(shard)}` }),
  secrets: () => ({ pk: 'SECRET' }),
  domainTasks: (minute: number, shard: number) => ({ pk: `DTASK#${minute}#${shard2(shard)}` }),
  domains: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'DOM#' }),
  webhooks: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'WH#' }),
  deliveries: (webhook: Id<'wh'>, shard: number) => pkOf(keys.delivery(webhook, shard, 'whd_')),
  failedDeliveries: (webhook: Id<'wh'>, shard: number) => pkOf(keys.failedDelivery(webhook, shard, 'whd_')),
  failedReplays: (webhook: Id<'wh'>, shard: number) =>
    pkOf(keys.failedReplay(webhook, shard, 'whd_', 'whd_')),
  replayedDeliveries: (webhook: Id<'wh'>, shard: number) =>
    pkOf(keys.replayedDelivery(webhook, shard, 'whd_')),
  deliveryAnswers: (id: Id<'whd'>) => pkOf(keys.deliveryAnswer(id, 0)),
  templates: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'TPL#' }),
  templateUses: (template: Id<'tpl'>) => ({ pk: `TPL#${template}`, prefix: 'AUT#' }),
  automations: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'AUT#' }),
  triggers: (account: Id<'acc'>, event: string) => ({ pk: `ACC#${account}#ON#${event}`, prefix: 'AUT#' }),
  customEvent: (id: Id<'ae'>) => ({ pk: `AE#${id}` }),
  subscriptions: (account: Id<'acc'>, name: string, person: string) => ({
    pk: `ACC#${account}#ON#${name}#${person}`,
  }),
  /** A run, then its steps. */
  run: (run: Id<'run'>) => ({ pk: `RUN#${run}` }),
  tenants: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'TEN#' }),
  members: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'MEM#' }),
  inboundRoutes: (name: string) => ({ pk: `DOM#${name}`, prefix: 'IRT#' }),
  inboundRouteIds: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'IRT#' }),
  blockedSenders: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'BSN#' }),
  imports: (account: Id<'acc'>) => ({ pk: `ACC#${account}`, prefix: 'MIG#' }),
  importParts: (id: Id<'mig'>) => ({ pk: `MIG#${id}`, prefix: 'PART#' }),
  counters: (owner: Id<'acc' | 'ten'>) => ({ pk: keys.counterDay(owner, '').pk }),
};

const gsi1 = (pk: string) => ({ index: 'gsi1', pk }) as const;
const gsi2 = (pk: string) => ({ index: 'gsi2', pk }) as const;

/** Index entries that are queried together, by id, which is their sort key. */
export const indexes = {
  emails: (account: Id<'acc'>, shard: number) => gsi1(`ACC#${account}#MSG#${shard2(shard)}`),
  emailsOfTenant: (account: Id<'acc'>, tenant: Id<'ten'>, shard: number) =>
    gsi2(`ACC#${account}#TEN#${tenant}#${shard2(shard)}`),
  /** A sparse index, which has only the outbox rows of scheduled emails. */
  schedules: (account: Id<'acc'>, shard: number) => gsi1(`ACC#${account}#OUTBOX#${shard2(shard)}`),
  received: (account: Id<'acc'>) => gsi1(`ACC#${account}#INB`),
  addresses: (list: Id<'acc' | 'ten'>, shard: number) => gsi1(`LIST#${list}#${shard2(shard)}`),
  runs: (automation: Id<'aut'>, shard: number) => gsi1(`AUT#${automation}#RUNS#${shard2(shard)}`),
  runsOfPerson: (automation: Id<'aut'>, email: string) => gsi2(`AUT#${automation}#PER#${emailHash(email)}`),
  optOuts: (list: Id<'acc' | 'ten'>, shard: number) => gsi1(`LIST#${list}#OPT#${shard2(shard)}`),
  sessions: (address: string) => gsi1(`${keys.membership(address, 'acc_').pk}#SESSIONS`),
};

/** The prefix of a from-domain's schedules, which are counted by domain. */
export const schedulesFrom = (domain: string): string => `${domain}#`;

/** The attributes that put an item in an index. They never change after it is created. */
export const entryOf = ({ index, pk }: { index: 'gsi1' | 'gsi2'; pk: string }, id: string) => ({
  [`${index}pk`]: pk,
  [`${index}sk`]: id,
});

export const gsi1Attributes = ['gsi1pk', 'gsi1sk'];

/** The id under which an item is listed in gsi1. */
export const listedId = <Kind extends IdPrefix>(item: Record<string, unknown>) => item.gsi1sk as Id<Kind>;
