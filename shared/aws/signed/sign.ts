import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** The keys of a caller of AWS, as the SDK names them. */
export type Credentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  expiration?: Date | undefined;
};

/** A request to the root of a service. */
type Signable = {
  method: 'GET' | 'POST';
  /** Names in lower case and in alphabetical order, values trimmed. */
  headers: (readonly [name: string, value: string])[];
  body: string | Buffer;
};

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

let latest = { second: Number.NaN, time: '' };

/** `20150830T123600Z`. */
export function timeOfRequest(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest.second) latest = { second, time: timeOf(ms) };
  return latest.time;
}

const timeOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** The Authorization header of AWS's Signature Version 4; keys are derived once a day. */
export function createSigner({ region, service }: { region: string; service: string }) {
  let derived: { of: string; key: KeyObject } | null = null;
  const keyOf = (secret: string, day: string): KeyObject => {
    const of = `${day} ${secret}`;
    if (derived?.of !== of) {
      const parts = [day, region, service, 'aws4_request'];
      const key = parts.reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
      // An HMAC by a key of octets takes Node 13 us, by a KeyObject 2 us.
      derived = { of, key: createSecretKey(key) };
    }
    return derived.key;
  };
  return ({ method, headers, body }: Signable, credentials: Credentials, time: string): string => {
    const day = time.slice(0, 8);
    const scope = `${day}/${region}/${service}/aws4_request`;
    let lines = '';
    let names = '';
    for (const [name, value] of headers) {
      lines += `${name}:${value}\n`;
      names += names === '' ? name : `;${name}`;
    }
    const request = `${method}\n/\n\n${lines}\n${names}\n${hash('sha256', body)}`;
    const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash('sha256', request)}`;
    const signature = createHmac('sha256', keyOf(credentials.secretAccessKey, day))
      .update(text)
      .digest('hex');
    return `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  };
}
