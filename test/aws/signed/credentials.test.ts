import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAwsVariables } from '../../../shared/aws/config.ts';
import { standardCredentials } from '../../../shared/aws/signed/credentials.ts';
import { refreshed } from '../../../shared/aws/signed/refreshed.ts';
import type { Credentials } from '../../../shared/aws/signed/sign.ts';

const noon = Date.parse('2026-11-23T12:00:00Z');
const minute_ms = 60_000;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The endpoint of a container's role, which fails its first calls; who asked. */
async function roleEndpoint({ failing = 0 } = {}) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    if (asked.length <= failing) return void response.writeHead(500).end();
    response.end(
      JSON.stringify({
        AccessKeyId: `key-${asked.length}`,
        SecretAccessKey: 's',
        Token: 't',
        RoleArn: 'arn',
        Expiration: '2026-11-23T18:00:00Z',
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/role`;
  return { url, asked };
}

const given = (variables: Record<string, string>) =>
  standardCredentials(readAwsVariables(variables), () => noon);

test('the keys of the environment come first, as Lambda sets them', async () => {
  const variables = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' };
  const credentialsOf = given({ ...variables, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/role' });
  expect(await credentialsOf()).toEqual({ accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' });
});

test('a container asks for those of its role, again where that fails, and keeps them', async () => {
  const { url, asked } = await roleEndpoint({ failing: 2 });
  const credentialsOf = given({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: url,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'word',
    AWS_ACCESS_KEY_ID: '',
  });
  const [first, second] = await Promise.all([credentialsOf(), credentialsOf()]);
  expect(first).toMatchObject({
    accessKeyId: 'key-3',
    sessionToken: 't',
    expiration: new Date('2026-11-23T18:00:00Z'),
  });
  expect([second, await credentialsOf()]).toEqual([first, first]);
  expect(asked).toEqual(['word', 'word', 'word']);
});

test('the word of the container may be in a file that changes', async () => {
  const { url, asked } = await roleEndpoint();
  const file = join(tmpdir(), `mailwright-word-${process.pid}`);
  writeFileSync(file, 'first\n');
  const credentialsOf = given({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: url,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
  });
  const first = await credentialsOf();
  writeFileSync(file, 'second');
  await credentialsOf(first);
  expect(asked).toEqual(['first', 'second']);
});

test('an endpoint that fails, one elsewhere without TLS, and no credentials at all are errors', async () => {
  const { url } = await roleEndpoint({ failing: 3 });
  await expect(async () => given({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url })()).rejects.toThrow('HTTP 500');
  expect(() => given({ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://10.0.0.1/role' })).toThrow(
    'neither https',
  );
  await expect(async () => given({})()).rejects.toThrow('no AWS credentials');
});

describe('before credentials end', () => {
  /** Credentials that end six hours after they are made, at a clock that is set. */
  function world() {
    let now = noon;
    let made = 0;
    let down = false;
    const make = async (): Promise<Credentials> => {
      if (down) throw new Error('down');
      made++;
      const expiration = new Date(now + 360 * minute_ms);
      return { accessKeyId: `key-${made}`, secretAccessKey: 's', expiration };
    };
    const credentialsOf = refreshed(make, () => now);
    const fail = (value: boolean) => {
      down = value;
    };
    const keyAt = async (minutes: number) => {
      now = noon + minutes * minute_ms;
      return (await credentialsOf()).accessKeyId;
    };
    return { keyAt, credentialsOf, fail };
  }

  test('they are asked for again five minutes earlier, while the old ones are used', async () => {
    const { keyAt } = world();
    expect([await keyAt(0), await keyAt(354), await keyAt(356)]).toEqual(['key-1', 'key-1', 'key-1']);
    expect(await keyAt(356)).toBe('key-2');
  });

  test('where that fails the old ones are used until they end', async () => {
    const { keyAt, fail } = world();
    await keyAt(0);
    fail(true);
    expect([await keyAt(356), await keyAt(358)]).toEqual(['key-1', 'key-1']);
    expect(await keyAt(359.5)).toBe('key-1');
    await expect(keyAt(360)).rejects.toThrow('down');
    fail(false);
    expect(await keyAt(361)).toBe('key-2');
  });

  test('those that were refused are not used again', async () => {
    const { keyAt, credentialsOf } = world();
    await keyAt(0);
    const first = await credentialsOf();
    const both = await Promise.all([credentialsOf(first), credentialsOf(first)]);
    expect(both.map(({ accessKeyId }) => accessKeyId)).toEqual(['key-2', 'key-2']);
    expect((await credentialsOf(first)).accessKeyId).toBe('key-2');
  });
});
