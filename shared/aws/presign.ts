import { createHash, createHmac } from 'node:crypto';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

type Located = { Bucket: string; Key: string };
type Target = { protocol: string; hostname: string; port?: number; path: string };

/** Where the client would send a call for the object, which is then not made. */
async function targetOf(client: S3Client, at: Located): Promise<Target> {
  const command = new GetObjectCommand(at);
  let target: Target | null = null;
  command.middlewareStack.add(
    () => async (args) => {
      target = args.request as Target;
      return { response: {}, output: { $metadata: {} } };
    },
    { step: 'build', name: 'presign', priority: 'low' },
  );
  await client.send(command);
  if (target === null) throw new Error('the command was not resolved');
  return target;
}

export type Link = {
  method: 'GET' | 'PUT';
  region: string;
  now: number;
  seconds: number;
  /** What the request must carry, word for word; names in lower case. */
  headers?: Record<string, string>;
};

/**
 * A link to an object that lives `seconds` (AWS Signature Version 4, "Authenticating requests: query
 * parameters"). For less than the credentials of the process live: a link ends with them.
 */
export async function presign(
  client: S3Client,
  at: Located,
  { method, region, now, seconds, headers = {} }: Link,
): Promise<string> {
  const { protocol, hostname, port, path } = await targetOf(client, at);
  const credentials = await client.config.credentials();
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const signed = Object.entries({ ...headers, host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    ...(credentials.sessionToken && { 'X-Amz-Security-Token': credentials.sessionToken }),
    'X-Amz-SignedHeaders': names,
  })
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  const lines = signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`);
  const canonical = [method, path, query, ...lines, '', names, 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, scope, digest].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  return `${protocol}//${host}${path}?${query}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}
