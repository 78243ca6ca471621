import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** The parameters of the account. */
let kept: Record<string, string>;
let folder: string;

const main = resolve('infra/deploy/main.ts');

const identity =
  '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>';
const denied = {
  json: '{"__type":"AccessDeniedException"}',
  xml: '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>',
};

/** An account that shows who asks and keeps its parameters, and denies the rest. */
const server = createServer(async (request, response) => {
  const [status, body] = answerTo(request, await text(request));
  response.writeHead(status).end(body);
});

function answerTo({ headers, url = '' }: IncomingMessage, asked: string): [number, string] {
  if (asked.includes('Action=GetCallerIdentity')) return [200, identity];
  if (headers['x-amz-target'] === undefined) return [403, /^.(v2|2016)/.test(url) ? denied.json : denied.xml];
  const { Name, Value } = JSON.parse(asked) as { Name: string; Value?: string };
  if (Value !== undefined) kept[Name] = Value;
  if (kept[Name] === undefined) return [400, '{"__type":"ParameterNotFound"}'];
  return [200, JSON.stringify({ Parameter: { Name, Value: kept[Name] } })];
}

/** A program in the folder, as the deploy finds it. */
function program(path: string, script: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
});
afterAll(() => server.close());
beforeEach(() => {
  kept = { '/cdk-bootstrap/hnb659fds/version': '21' };
  folder = mkdtempSync(join(tmpdir(), 'mailwright-half-'));
  program('bin/docker', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function deploy(...context: string[]): Promise<{ code: number; text: string }> {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const args = [main, '--yes', ...context.flatMap((pair) => ['-c', pair])];
  return promisify(execFile)(process.execPath, args, { env, cwd: folder }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );
}

/** CDK, of which these stacks fail. */
const cdk = (...failing: string[]) =>
  program(
    'node_modules/.bin/cdk',
    `${failing.map((stack) => `[ "$2" = ${stack} ] && exit 1`).join('\n')}
echo '{"stack":{"Stage":"half"}}' > .local/outputs-$2.json`,
  );

const place = ['stage=half', 'serviceDomain=mail.example.com', 'hostedZoneId=ZHALF', 'smtp=true'];
const Name = '/mailwright/half/context';

test('P46: what the first stack was given is remembered where the second one fails', async () => {
  const last = { stage: 'half', serviceDomain: 'mail.example.com', hostedZoneId: 'ZHALF', smtp: 'true' };
  kept[Name] = JSON.stringify({ ...last, alarmEmail: 'old@example.com' });
  cdk('Smtp');
  const { code, text: said } = await deploy(...place, 'alarmEmail=new@example.com', 'apiRate=3000');
  expect([code, said]).toEqual([1, expect.stringContaining('apiRate: (default) -> 3000')]);
  expect(JSON.parse(kept[Name] ?? '')).toEqual({ ...last, alarmEmail: 'new@example.com', apiRate: '3000' });
  const again = await deploy('stage=half');
  expect(again.text).not.toContain('->');
});

test('P46: a deploy of which no stack succeeded leaves what was remembered', async () => {
  kept[Name] = '{"apiRate":"2000"}';
  cdk('Core');
  expect((await deploy(...place, 'apiRate=3000')).code).toBe(1);
  expect(kept[Name]).toBe('{"apiRate":"2000"}');
});
