import type { WebhookEvent } from './generated/types.ts';

export type { WebhookEvent } from './generated/types.ts';

type Reason = 'missing' | 'format' | 'timestamp' | 'signature';

/** The request isn't from the service, or it is too old: respond with 400. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

type VerifyOptions = {
  /** Max seconds that `t` may differ from the clock, either way; 300 by default. */
  toleranceS?: number | undefined;
  /** The current time in epoch milliseconds. Defaults to the system clock. */
  now?: number | undefined;
};

/** The header's `t` and each `v1`. Null if malformed. */
function parse(header: string): { t: string; signatures: Uint8Array<ArrayBuffer>[] } | null {
  const parts = header.split(',').map((part) => /^([a-z][a-z0-9]*)=([!-~]+)$/.exec(part));
  if (parts.includes(null)) return null;
  const valuesOf = (name: string) => parts.flatMap((part) => (part?.[1] === name ? (part[2] ?? '') : []));
  const [t = '', ...others] = valuesOf('t');
  const given = valuesOf('v1');
  const wellFormed = /^\d{1,12}$/.test(t) && others.length === 0 && given.length > 0;
  if (!wellFormed || !given.every((one) => /^[0-9a-f]{64}$/.test(one))) return null;
  return {
    t,
    signatures: given.map((hex) =>
      Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
    ),
  };
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  // Checked by structure, not class, because test runners have separate byte classes per file.
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  throw new TypeError('rawBody must be the request body as bytes or text, before anything parses it');
}

function secretsOf(given: string | readonly string[]): readonly string[] {
  const secrets = typeof given === 'string' ? [given] : given;
  const usable =
    Array.isArray(secrets) &&
    secrets.length > 0 &&
    secrets.every((one) => typeof one === 'string' && one !== '');
  if (!usable) throw new TypeError("secret must be the endpoint's whsec_… secret, or a list of secrets");
  return secrets;
}

/** Whether one of the signatures matches one of the secrets; WebCrypto compares in constant time. */
async function isSigned(
  message: Uint8Array<ArrayBuffer>,
  signatures: Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const secret of secrets) {
    const bytes = new TextEncoder().encode(secret);
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, message)) return true;
  }
  return false;
}

/**
 * Verifies a webhook request's `Service-Signature` header and returns its event. Throws WebhookSignatureError
 * if the signature is invalid. During a rotation, pass both secrets.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  secret: string | readonly string[],
  { toleranceS = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const secrets = secretsOf(secret);
  if (header === undefined || header === null || header === '')
    throw new WebhookSignatureError('missing', 'The request has no Service-Signature header');
  const parsed = typeof header === 'string' ? parse(header) : null;
  if (parsed === null) throw new WebhookSignatureError('format', 'The Service-Signature header is malformed');
  const { t, signatures } = parsed;
  if (!(Math.abs(now / 1000 - Number(t)) <= toleranceS))
    throw new WebhookSignatureError(
      'timestamp',
      `The signature's time ${t} is more than ${toleranceS} s from this machine's clock`,
    );
  const prefix = new TextEncoder().encode(`${t}.`);
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  if (!(await isSigned(message, signatures, secrets)))
    throw new WebhookSignatureError('signature', 'Signature does not match this body and secret');
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}
