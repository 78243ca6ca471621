import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import { readOptions } from '../../infra/deploy/options.ts';
import { requestProduction, useCase } from '../../infra/deploy/production.ts';
import { waitForSender } from '../../infra/deploy/self-test.ts';
import type { Lab } from '../../tools/first-deploy/lab.ts';
import { waitingChecks } from '../../tools/first-deploy/waiting.ts';
import { startWorld, type World } from '../localstack/world.ts';
import { fakeAws } from '../support/fake-aws.ts';

let world: World;
const { AWS_ENDPOINT_URL_SESV2: shared } = process.env;
beforeAll(async () => {
  world = await startWorld();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SESV2: world.ses.url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(async () => {
  if (shared === undefined) delete process.env.AWS_ENDPOINT_URL_SESV2;
  else process.env.AWS_ENDPOINT_URL_SESV2 = shared;
  await world.close();
});

const website = 'https://example.com';

test('production access is requested once, with the text of the docs', async () => {
  await world.control({ sandbox: true });
  expect(await requestProduction('us-east-1', website)).toMatch(/^Requested production access in us-east-1/);
  expect(await requestProduction('us-east-1', website)).toContain(
    'AWS is already reviewing a request for us-east-1',
  );
  const { Details } = await world.v2.send(new GetAccountCommand({}));
  expect(Details).toMatchObject({
    MailType: 'TRANSACTIONAL',
    WebsiteURL: website,
    UseCaseDescription: useCase,
  });
  expect(useCase.length).toBeLessThan(5_000);
  await world.control({ sandbox: false });
  expect(await requestProduction('us-east-1', website)).toContain('already has SES production access');
});

test('--request-production needs a website that AWS can read', () => {
  const read = (...args: string[]) => readOptions(args);
  expect(read('--request-production', '--website', website)).toMatchObject({ website });
  for (const args of [
    ['--request-production'],
    ['--request-production', '--website', 'example.com'],
    ['--website', website],
  ])
    expect(() => read(...args)).toThrow('--request-production requires --website');
  expect(readFileSync('docs/operations/first-deploy.md', 'utf8')).toContain('--request-production --website');
});

test('a deploy waits for SES to verify the sandbox domain, and says so', async () => {
  const lines: string[] = [];
  const wait = (domain: string) => waitForSender('us-east-1', domain, (line) => lines.push(line), 0);
  expect(await wait('sandbox.example.com')).toBe(false);
  expect(lines).toEqual(['Waiting up to ten minutes for SES to verify sandbox.example.com.']);
  await world.verifiedDomain('sandbox.example.com');
  expect(await wait('sandbox.example.com')).toBe(true);
  expect(lines).toHaveLength(1);
});

test('a caller who may not look at the identity waits for nothing', async () => {
  const headers = { 'x-amzn-errortype': 'AccessDeniedException', 'content-type': 'application/json' };
  const denying = createServer((_, response) => response.writeHead(403, headers).end('{}')).listen(
    0,
    '127.0.0.1',
  );
  await once(denying, 'listening');
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(denying.address() as AddressInfo).port}`;
  const lines: string[] = [];
  expect(await waitForSender('us-east-1', 'sandbox.example.com', (line) => lines.push(line))).toBe(true);
  expect(lines).toEqual([]);
  denying.close();
});

/** The check over an API that takes so many ms for a request after so many idle minutes. */
async function lookWith(slow: (idle_min: number) => number) {
  const clock = { now: 0, idle_min: 0 };
  const close = await fakeAws(['_SESV2'], () => {
    clock.now += slow(clock.idle_min);
    return { status: 200, body: { id: 'msg_1' } };
  });
  const sleep = async (ms: number) => {
    clock.now += ms;
    clock.idle_min = ms / 60_000;
  };
  const settings = { sandbox_domain: 'sandbox.example.com', base_url: process.env.AWS_ENDPOINT_URL_SESV2 };
  const ctx = { settings, runtime: { now: () => clock.now, sleep } };
  const lab = { ctx, visit: { ctx, key: { secret: 'mw_test' } } } as unknown as Lab;
  const seen = await waitingChecks.idle_posts?.look(lab);
  close();
  return seen;
}

test('a request after idle minutes is timed, and one that takes three seconds is named [P62]', async () => {
  expect(await lookWith(() => 40)).toEqual({
    found: 'after 1 min: 200 in 40 ms, after 6 min: 200 in 40 ms, after 20 min: 200 in 40 ms',
    as_assumed: true,
  });
  expect(await lookWith((idle_min) => (idle_min === 6 ? 3_040 : 40))).toMatchObject({ as_assumed: false });
});
