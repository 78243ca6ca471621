import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import type { Control } from './control.ts';
import { SesError } from './errors.ts';
import type { Lookup } from './lookup.ts';

/** FAILED means that SES stops looking until a call sets DKIM or MAIL FROM again. */
type SearchStatus = 'PENDING' | 'SUCCESS' | 'TEMPORARY_FAILURE' | 'FAILED';

/** How long SES looks for a missing record. */
const search_ms = 72 * 3_600_000;

export type Identity = {
  name: string;
  verified: boolean;
  status: SearchStatus | 'NOT_STARTED';
  /** When SES began to look for its DKIM record, in epoch ms. */
  searched_since: number;
  selector?: string;
  /** PEM. */
  privateKey?: string;
  tokens: string[];
  mail_from?: string;
  mail_from_status: SearchStatus;
  mail_from_since: number;
  on_mx_failure: string;
  configuration_set?: string;
  feedback_forwarding: boolean;
  tags: Tag[];
};

type Tag = { Key: string; Value: string };
type SigningInput = { DomainSigningSelector?: string; DomainSigningPrivateKey?: string };

/** The PEM of a key in SES's input format: base64 of PKCS#1 or PKCS#8, without the PEM lines. */
function readPrivateKey(base64: string): string {
  const key = Buffer.from(base64, 'base64');
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    try {
      return createPrivateKey({ key, format: 'der', type })
        .export({ format: 'pem', type: 'pkcs8' })
        .toString();
    } catch {}
  }
  throw new SesError('invalid', 'The private key is not a valid RSA private key.');
}

function publicKeyText(privateKey: string): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Whether a DKIM record (RFC 6376 section 3.6.1) publishes exactly this key. */
function publishes(record: string, wanted: string): boolean {
  const tags = record.split(';').map((tag) => tag.replace(/\s/g, ''));
  return tags.includes(`p=${wanted}`) && !tags.some((tag) => tag.startsWith('k=') && tag !== 'k=rsa');
}

async function keyIsPublished(identity: Identity, lookup: Lookup): Promise<boolean> {
  if (identity.selector && identity.privateKey) {
    const records = await lookup.txt(`${identity.selector}._domainkey.${identity.name}`);
    return records.length === 1 && publishes(records[0] ?? '', publicKeyText(identity.privateKey));
  }
  for (const token of identity.tokens) {
    const targets = await lookup.cname(`${token}._domainkey.${identity.name}`);
    if (!targets.includes(`${token}.dkim.amazonses.com`)) return false;
  }
  return identity.tokens.length > 0;
}

/** Easy DKIM, or the caller's own selector and key (BYODKIM). BYODKIM waits for its record from `now` on. */
function setSigning(identity: Identity, input: SigningInput | undefined, now: number): void {
  const { DomainSigningSelector: selector, DomainSigningPrivateKey: key } = input ?? {};
  if (selector && key) {
    identity.selector = selector;
    identity.privateKey = readPrivateKey(key);
    identity.tokens = [];
  } else {
    identity.selector = undefined;
    identity.privateKey = undefined;
    identity.tokens = Array.from({ length: 3 }, () => randomBytes(16).toString('hex'));
  }
  identity.status = 'PENDING';
  identity.searched_since = now;
}

function searched(
  before: { status: SearchStatus; since: number },
  { found, now }: { found: boolean; now: number },
): { status: SearchStatus; since: number } {
  const { status, since } = before;
  if (status === 'FAILED') return before;
  if (found) return { status: 'SUCCESS', since };
  if (status === 'SUCCESS') return { status: 'TEMPORARY_FAILURE', since: now };
  return { status: now - since >= search_ms ? 'FAILED' : status, since };
}

function newIdentity(name: string, verified: boolean): Identity {
  return {
    name,
    verified,
    status: 'NOT_STARTED',
    searched_since: 0,
    tokens: [],
    mail_from_status: 'PENDING',
    mail_from_since: 0,
    on_mx_failure: 'USE_DEFAULT_VALUE',
    feedback_forwarding: true,
    tags: [],
  };
}

/**
 * The account's identities. A domain is verified once DNS has its DKIM key for exactly this name. An address is
 * verified immediately, because no owner clicks on SES's mail here.
 */
export function createIdentities(
  lookup: Lookup,
  { region, control, clock }: { region: string; control: Control; clock: () => number },
  kept: Identity[] = [],
) {
  const identities = new Map(kept.map((identity) => [identity.name, identity]));

  const nowOf = ({ name }: Identity) => clock() + (control.ahead_ms[name] ?? 0);

  function get(name: string): Identity {
    const identity = identities.get(name.toLowerCase());
    if (!identity) throw new SesError('not_found', `Email identity ${name} does not exist.`);
    return identity;
  }

  /** The domain's MX record. Follows a CNAME as resolvers do, unless a test says that SES doesn't see it. */
  async function mailFromHosts(name: string): Promise<string[]> {
    const unseen = control.unfollowed[name] && (await lookup.cname(name)).length > 0;
    return unseen ? [] : lookup.mx(name);
  }

  async function checkKey(identity: Identity): Promise<void> {
    const { status, searched_since: since } = identity;
    if (status === 'NOT_STARTED') return;
    const found = status !== 'FAILED' && (await keyIsPublished(identity, lookup));
    const after = searched({ status, since }, { found, now: nowOf(identity) });
    identity.status = after.status;
    identity.searched_since = after.since;
    if (after.status === 'SUCCESS' || after.status === 'FAILED')
      identity.verified = after.status === 'SUCCESS';
  }

  async function checkMailFrom(identity: Identity, mailFrom: string): Promise<void> {
    const { mail_from_status: status, mail_from_since: since } = identity;
    const hosts = await mailFromHosts(mailFrom);
    const found = hosts.length === 1 && hosts[0] === `feedback-smtp.${region}.amazonses.com`;
    const after = searched({ status, since }, { found, now: nowOf(identity) });
    identity.mail_from_status = after.status;
    identity.mail_from_since = after.since;
  }

  /**
   * Checks DNS. A record that disappears is a TEMPORARY_FAILURE, and its key still sends and signs. A record missing
   * for 72 hours is FAILED, and SES looks again only after a call sets DKIM or MAIL FROM again.
   */
  async function check(identity: Identity): Promise<Identity> {
    if (identity.name.includes('@') || control.hold_verification[identity.name]) return identity;
    await checkKey(identity);
    if (identity.mail_from) await checkMailFrom(identity, identity.mail_from);
    return identity;
  }

  return {
    get,
    check: (name: string) => check(get(name)),
    list: () => [...identities.values()],

    create(name: string, signing: SigningInput | undefined): Identity {
      const key = name.toLowerCase();
      if (!key) throw new SesError('invalid', 'Email identity is missing.');
      if (identities.has(key)) throw new SesError('exists', `Email identity ${name} already exist.`);
      const identity = newIdentity(key, key.includes('@'));
      if (!identity.verified) setSigning(identity, signing, nowOf(identity));
      identities.set(key, identity);
      return identity;
    },

    remove(name: string): void {
      identities.delete(get(name).name);
    },

    /** Replaces a tag with the same key. */
    tag(name: string, tags: Tag[]): void {
      const identity = get(name);
      const others = identity.tags.filter(({ Key }) => !tags.some((tag) => tag.Key === Key));
      identity.tags = [...others, ...tags];
    },

    /**
     * Sets another key, or the same one again. Mail is unsigned until the key's record is found, but a
     * verified identity stays verified.
     */
    changeSigning(name: string, signing: SigningInput | undefined): void {
      const identity = get(name);
      setSigning(identity, signing, nowOf(identity));
    },

    /** Sets MAIL FROM, which waits for its MX record from now on. Undefined removes it. */
    changeMailFrom(name: string, mailFrom: string | undefined, onMxFailure: string): void {
      const identity = get(name);
      identity.mail_from = mailFrom;
      identity.mail_from_status = 'PENDING';
      identity.mail_from_since = nowOf(identity);
      identity.on_mx_failure = onMxFailure;
    },

    /** The verified identity that lets this address send, which is the address or its exact domain. */
    async sender(address: string): Promise<Identity | undefined> {
      const key = address.toLowerCase();
      const exact = identities.get(key);
      const domain = identities.get(key.slice(key.lastIndexOf('@') + 1));
      if (domain && domain.status !== 'SUCCESS') await check(domain);
      return [domain, exact].find((identity) => identity?.verified);
    },
  };
}

export type Identities = ReturnType<typeof createIdentities>;
