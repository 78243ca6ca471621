import { setImmediate as afterOthers } from 'node:timers/promises';
import { dkimBody } from 'mailauth/lib/dkim/body/index.js';
import { DkimVerifier, type HeaderField, type SignatureHeader } from 'mailauth/lib/dkim/dkim-verifier.js';
import { parseHeaders } from 'mailauth/lib/tools.js';

/** The shortest key that counts. */
const minBitLength = 1024;

/** Max signatures to verify, because each may cost a hash of the whole body. */
const maxSignatures = 10;

/** Max octets of a signature, because the library searches the whole header for each field it names. */
const maxSignature = 8 * 1024;

/**
 * Findings that the library only warns about, but RFC 6376 (6.1.1, 3.6.1) and RFC 8301 (3.1) call a failure.
 * Its strict mode rejects more, such as selectors with an underscore, which genuine signers use.
 */
const failures = new Set(['identity-domain', 'query-method', 'rsa-sha1']);

/** Octets of a body to hash before checking for DNS answers. */
const inOneGo = 256 * 1024;

/** A signature with its overall result, or the result it has if the body is the signed one. */
export type Signature = Awaited<ReturnType<DkimVerifier['verifySignature']>>;

type Checked = { signature: SignatureHeader; result: Promise<Signature> };

/** The fields up to the first empty line, whatever its line end, where readers end the header. */
const fieldsOf = (header: Buffer): HeaderField[] =>
  parseHeaders(Buffer.from(header.toString('latin1').split(/(?:^|\n)\r?\n/, 1)[0] ?? '', 'latin1')).parsed;

/** A header's fields without the signatures beyond the limits. */
function withoutFlood(fields: HeaderField[]): HeaderField[] {
  const isSignature = ({ key }: HeaderField) => key === 'dkim-signature';
  const signatures = fields.filter(isSignature);
  const read = new Set(signatures.slice(0, maxSignatures).filter(({ line }) => line.length <= maxSignature));
  return fields.filter((field) => !isSignature(field) || read.has(field));
}

/**
 * Accepts an `i=` within its `d=`, however it is written, although the library also warns about underscores
 * and about dots outside a dot-atom. The warning then counts only for keys that allow no subdomain.
 */
function allowIdentity(signature: SignatureHeader): void {
  const { identityDomain = '', signingDomain, warnings = [] } = signature;
  const isWithin = `.${identityDomain}`.toLowerCase().endsWith(`.${signingDomain}`.toLowerCase());
  if (isWithin) signature.warnings = warnings.filter((warning) => warning !== 'identity-domain');
}

const refuse = (signature: Signature): Signature =>
  signature.status.warnings?.some((warning) => failures.has(warning))
    ? { ...signature, status: { ...signature.status, result: 'neutral' } }
    : signature;

/**
 * A signature's result if the body hash is as stated. If several signatures use the same hash method, each
 * gets its own hash, because the library reads it before it waits for the key.
 */
function checkHeader(verifier: DkimVerifier, signature: SignatureHeader): Promise<Signature> {
  allowIdentity(signature);
  const hasher = verifier.bodyHashes.get(signature.bodyHashKey);
  if (hasher) hasher.hash = signature.parsed?.bh?.value;
  const broken = { id: '', signingDomain: signature.signingDomain, status: { result: 'neutral' } };
  return verifier.verifySignature(signature).then(refuse, () => broken);
}

type Hash = { value: string; unsigned: number };

/** The body's hash by canonicalization, algorithm, and length, and the octets beyond that length. */
async function hashOf(body: Buffer, { bodyCanon, hashAlgo, maxBodyLength }: SignatureHeader): Promise<Hash> {
  const hasher = dkimBody(bodyCanon, hashAlgo, maxBodyLength);
  for (let at = 0; at < body.length; ) {
    // Passes on whole lines, because the library repeatedly joins the pieces of a long line.
    const lf = body.indexOf(0x0a, Math.min(at + inOneGo, body.length));
    const end = lf < 0 ? body.length : lf + 1;
    hasher.update(body.subarray(at, end));
    at = end;
    await afterOthers();
  }
  const value = hasher.digest('base64');
  return { value, unsigned: hasher.canonicalizedLength - hasher.bodyHashedBytes };
}

const isPossible = ({ status }: Signature) => status.result === 'pass' || status.result === 'temperror';

/**
 * Each result with the body hash included, in order. Hashes only if it affects the outcome. `partial` means
 * that `l=` ends before the body does, so anyone may have added the rest.
 */
async function verifyBody(body: Buffer, checked: Checked[]): Promise<Signature[]> {
  const hashes = new Map<string | undefined, Hash>();
  const results: Signature[] = [];
  for (const { signature, result: byHeader } of checked) {
    const found = await byHeader;
    if (!isPossible(found)) {
      results.push(found);
      continue;
    }
    const hash = hashes.get(signature.bodyHashKey) ?? (await hashOf(body, signature));
    hashes.set(signature.bodyHashKey, hash);
    const same = hash.value === signature.parsed?.bh?.value;
    const isPartial = hash.unsigned > 0 && found.status.result === 'pass';
    const result = same ? (isPartial ? 'partial' : found.status.result) : 'neutral';
    results.push({ ...found, status: { ...found.status, result } });
  }
  return results;
}

const lastLabels = (name: string) => name.toLowerCase().split('.').slice(-2).join('.');

/**
 * A message's signatures. `possible` is the result from keys and header, known once DNS has answered.
 * `verified` includes the body, which takes time if it is long.
 */
export type Signed = { from_fields: number; possible: Promise<Signature[]>; verified: Promise<Signature[]> };

/** Reads a message's signatures. Those of the author's domain come first, because they determine DMARC. */
export async function readSignatures(
  message: Buffer,
  { author, mail_from, resolver }: { author: string; mail_from: string; resolver: unknown },
): Promise<Signed> {
  const found = message.indexOf('\r\n\r\n');
  const end = found < 0 ? message.length : found + 4;
  // Runs step by step, because the stream `dkimVerify` hashes the whole body before it requests a key.
  const verifier = new DkimVerifier({ resolver, sender: mail_from, minBitLength });
  await verifier.messageHeaders({ parsed: withoutFlood(fieldsOf(message.subarray(0, end))) });
  const all = verifier.signatureHeaders
    .filter(({ type, skip }) => type === 'DKIM' && !skip)
    .map((signature) => ({ signature, result: checkHeader(verifier, signature) }));
  const tail = lastLabels(author.slice(author.lastIndexOf('@') + 1));
  const isNear = ({ signature }: Checked) => lastLabels(signature.signingDomain) === tail;
  const checked = [...all.filter(isNear), ...all.filter((one) => !isNear(one))];
  return {
    from_fields: verifier.fromFields,
    possible: Promise.all(checked.map(({ result }) => result)),
    verified: verifyBody(message.subarray(end), checked),
  };
}
