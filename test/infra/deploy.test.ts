import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { costLine } from '../../infra/deploy/costs.ts';
import { noteDeployment } from '../../infra/deploy/note-deployment.ts';
import { alarmMetrics, monthly, perMillion } from '../../infra/deploy/prices.ts';
import { waitForApi } from '../../infra/deploy/self-test.ts';
import { environment, readStack } from '../support/environment.ts';

/** `npm run deploy -- <args>` with this environment; what it printed. */
async function deploy(args: string[], env: Record<string, string>): Promise<{ code: number; text: string }> {
  const options = {
    env: { PATH: process.env.PATH, HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: 'true', ...env },
  };
  const command = promisify(execFile)(process.execPath, ['infra/deploy/main.ts', ...args], options);
  return command.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );
}

const place = ['-c', 'stage=local', '-c', 'serviceDomain=mailwright.test', '-c', 'hostedZoneId=ZNONE'];

test('P4: the ground is looked at before anything is deployed', async () => {
  const { code, text } = await deploy([...place, '--check'], environment());
  expect(code).toBe(1);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      '✓ account 000000000000, region us-east-1',
      '✗ this region is not bootstrapped for CDK',
      '    npx cdk bootstrap aws://000000000000/us-east-1',
      '✓ update of the stack Core (CREATE_COMPLETE)',
      '✗ hosted zone ZNONE does not exist in this account',
      expect.stringMatching(/^✓ SES sends \d+ a second, \d+ a day$/),
      expect.stringMatching(/^[✓!] Lambda runs \d+ at a time/),
    ]),
  );
});

test('P4: no region, no credentials and no stage each have their sentence', async () => {
  const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  expect(await deploy(place, keys)).toEqual({
    code: 1,
    text: expect.stringMatching(/^No AWS region: set AWS_REGION/),
  });
  const { text } = await deploy(place, { AWS_REGION: 'us-east-1' });
  expect(text).toMatch(/^No AWS credentials that work .*AWS_PROFILE/);
  expect(await deploy(['-c', 'stage=prod'], {})).toEqual({
    code: 1,
    text: expect.stringContaining('Missing: -c serviceDomain=…\nMissing: -c hostedZoneId=…'),
  });
});

test('P3, P4: the outputs of each stack are noted as it succeeds, with region and profile', () => {
  const folder = mkdtempSync(`${tmpdir()}/mailwright-noted-`);
  try {
    const place = { stage: 'prod', region: 'eu-central-1', profile: 'mail' };
    noteDeployment(folder, { ...place, outputs: { Stage: 'prod', DeliverQueueUrl: 'https://q' } });
    const both = noteDeployment(folder, { ...place, outputs: { SmtpHost: 'smtp.example' } });
    expect(both).toEqual({
      STAGE: 'prod',
      DELIVER_QUEUE_URL: 'https://q',
      SMTP_HOST: 'smtp.example',
      AWS_REGION: 'eu-central-1',
      AWS_PROFILE: 'mail',
    });
    expect(JSON.parse(readFileSync(`${folder}/deployed-prod.json`, 'utf8'))).toEqual(both);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('P4: the deployed API is asked; a balancer without a service behind it is no answer', async () => {
  expect(await waitForApi(new URL(readStack().base_url).origin, 0)).toBe(true);
  const other = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  await new Promise((done) => other.once('listening', done));
  expect(await waitForApi(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, 0)).toBe(false);
  await new Promise((done) => other.close(done));
});

test('P4: the costs told are those of docs/measured/benchmarks.md', () => {
  const [, idle, busy] =
    /\| all +\| ([\d.]+)[^|]*\| ([\d.]+)/.exec(readFileSync('docs/measured/benchmarks.md', 'utf8')) ?? [];
  // A new measurement may differ by a little; the line says "about".
  expect(Math.abs(perMillion.idle - Number(idle))).toBeLessThan(2);
  expect(Math.abs(perMillion.busy - Number(busy))).toBeLessThan(2);
  const parts = { queues: 5, key: true, smtp: false };
  const { alarm_metric, hosted_zone, kms_key, polled_queue } = monthly;
  const idleMonth = 5 * polled_queue + kms_key + hosted_zone + (alarmMetrics - 10) * alarm_metric;
  expect(costLine(parts)).toBe(
    `about $${idleMonth.toFixed(2)} a month idle, and $${perMillion.busy} to $${perMillion.idle} a million emails besides the $100 of SES`,
  );
  const month = (smtp: boolean) => Number(/\$([\d.]+) a month/.exec(costLine({ ...parts, smtp }))?.[1]);
  expect(month(true) - month(false)).toBeCloseTo(41.8);
});
