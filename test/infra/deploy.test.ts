import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { IAMClient } from '@aws-sdk/client-iam';
import { CreateReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import {
  CreateConfigurationSetCommand,
  DeleteConfigurationSetCommand,
  GetConfigurationSetCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { DeleteParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { ruleSetName } from '../../infra/constructs/rule-set.ts';
import { costLine } from '../../infra/deploy/costs.ts';
import { deliverInRegion } from '../../infra/deploy/delivery-mode.ts';
import { makeEcsRole } from '../../infra/deploy/ecs-role.ts';
import { recallLast } from '../../infra/deploy/facts.ts';
import { perMillion } from '../../infra/deploy/prices.ts';
import { activeRuleSet, leaveRuleSet, useRuleSet } from '../../infra/deploy/receiving.ts';
import { contextOfOutputs, copiesOf, rememberContext } from '../../infra/deploy/remembered.ts';
import { waitForApi } from '../../infra/deploy/self-test.ts';
import { environment, readStack } from '../support/environment.ts';

/** `npm run deploy -- <args>` with this environment; what it printed. */
async function deploy(args: string[], env: Record<string, string>): Promise<{ code: number; text: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const own = { PATH, NODE_COMPILE_CACHE, HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: 'true' };
  const options = { env: { ...own, ...env } };
  const command = promisify(execFile)(process.execPath, ['infra/deploy/main.ts', ...args], options);
  return command.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );
}

const place = ['-c', 'stage=local', '-c', 'serviceDomain=mailwright.test', '-c', 'hostedZoneId=ZNONE'];

test('the ground is looked at before anything is deployed [P4]', async () => {
  const { code, text } = await deploy([...place, '--check'], environment());
  expect(code).toBe(1);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      '✓ account 000000000000, region us-east-1',
      "✗ this region isn't bootstrapped for CDK",
      '    npx cdk bootstrap aws://000000000000/us-east-1',
      '✓ update of stack Core (CREATE_COMPLETE)',
      "✗ hosted zone ZNONE doesn't exist in this account",
      expect.stringMatching(/^✓ SES limits: \d+ emails per second, \d+ per day$/),
      '✓ SES plan NONE costs $100 per million emails',
      expect.stringMatching(/^[✓!] (?:the )?Lambda quota(?::| is) \d+ concurrent executions/),
    ]),
  );
});

test('no region, no credentials and no stage each have their sentence [P4]', async () => {
  const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  expect(await deploy(place, keys)).toEqual({
    code: 1,
    text: expect.stringMatching(/^No AWS region. Set AWS_REGION/),
  });
  const { text } = await deploy(place, { AWS_REGION: 'us-east-1' });
  expect(text).toMatch(/^No valid AWS credentials .*AWS_PROFILE/);
  expect(await deploy(['-c', 'stage=prod'], environment())).toEqual({
    code: 1,
    text: expect.stringContaining('Missing: -c serviceDomain=…\nMissing: -c hostedZoneId=…'),
  });
  expect((await deploy([], {})).text).toContain('Missing: -c stage=…');
});

describe('a deploy remembers [P46]', () => {
  const ssm = () => new SSMClient({ region: readStack().region, endpoint: readStack().aws_endpoint_url });
  const Name = '/mailwright/local/context';
  const left = {
    stage: 'local',
    serviceDomain: 'mailwright.test',
    hostedZoneId: 'ZNONE',
    smtp: 'role',
    inbound: 'smtp',
    alarmEmail: 'ops@example.com',
    apiRate: '3000',
  };

  beforeAll(() => {
    environment();
    return rememberContext(readStack().region, 'local', left);
  });
  afterAll(() => ssm().send(new DeleteParameterCommand({ Name })));

  test('values that are not given are those of the last deploy, whoever made it', async () => {
    const { text } = await deploy(['-c', 'stage=local', '--check'], environment());
    expect(text).toContain("✗ hosted zone ZNONE doesn't exist in this account");
    expect(text).not.toContain('Missing');
    expect(text).not.toContain('->');
    expect(text).not.toContain('switches off');
  });

  test('what differs is printed, and what it switches off', async () => {
    const changed = ['apiRate=4000', 'alarmEmail=', 'smtp=false', 'inbound=off', 'bodyDays=60'];
    const args = [...changed, 'stage=local'].flatMap((pair) => ['-c', pair]);
    const { text } = await deploy([...args, '--check'], environment());
    expect(text).toContain(`  alarmEmail: ops@example.com -> (default)
  apiRate: 3000 -> 4000
  bodyDays: (default) -> 60
  inbound: smtp -> off
  smtp: role -> false
This deploy turns off: the SMTP relay (smtp=role), inbound mail (inbound=smtp), alarms to ops@example.com.
`);
  });

  test('a key is not taken away from what it encrypts, whatever was noted', async () => {
    const { code, text } = await deploy(
      ['-c', 'stage=local', '-c', 'kms=aws-owned', '--check'],
      environment(),
    );
    expect(code).toBe(1);
    expect(text).toContain('✗ kms=aws-owned removes access to the key');
  });

  test('without a note, what the outputs of the stacks say counts', async () => {
    expect(
      contextOfOutputs({ TableName: 't', KmsKeyArn: 'k', SmtpRoleArn: 'r', Inbound: 'ses' }, false),
    ).toEqual({
      kms: 'own',
      smtp: 'role',
      inbound: 'ses',
    });
    expect(contextOfOutputs({ TableName: 't' }, true)).toEqual({ kms: 'aws-owned', smtp: 'true' });
    expect(contextOfOutputs({}, false)).toBeNull();
  });

  test('the restored table that the stack uses is not forgotten by a deploy whose second stack failed [P47]', async () => {
    const outputs = { TableName: 'mailwright-local-again', RestoredTable: 'mailwright-local-again' };
    const stacks = { Core: { status: 'UPDATE_COMPLETE', outputs }, Smtp: null };
    const here = { account: '000000000000', region: readStack().region, stacks };
    expect(await recallLast(here, 'local')).toEqual({
      ...left,
      kms: 'aws-owned',
      table: 'mailwright-local-again',
    });
  });
});

test('a stage that goes leaves the rule set of SES where it is its own, and no other [P47]', async () => {
  environment();
  const { region } = readStack();
  const door = { region, stage: 'leaving', inbound: 'ses' };
  const RuleSetName = ruleSetName({ stage: 'leaving' });
  await new SESClient({ region }).send(new CreateReceiptRuleSetCommand({ RuleSetName }));
  await useRuleSet(door);
  expect(await activeRuleSet(region)).toBe(RuleSetName);
  expect(await leaveRuleSet({ region, stage: 'another', inbound: undefined })).toBe(false);
  expect(await activeRuleSet(region)).toBe(RuleSetName);
  expect(await leaveRuleSet({ ...door, inbound: undefined })).toBe(true);
  expect(await activeRuleSet(region)).toBeNull();
});

test('a deploy makes both sets deliver from this region, and keeps their TLS policy [P54]', async () => {
  environment();
  const { region } = readStack();
  const ses = new SESv2Client({ region });
  const sets = { opportunistic: 'OPTIONAL', enforced: 'REQUIRE' };
  const names = Object.keys(sets).map((mode) => ({ ConfigurationSetName: `regional-${mode}` }));
  expect(await deliverInRegion(region, 'regional')).toMatchObject({
    level: 'warn',
    text: "couldn't limit delivery to this region, so SES may deliver this stage's mail from other regions (NotFoundException)",
    fix: expect.stringContaining('put-account-delivery-attributes --shared-pool-delivery-mode REGIONAL'),
  });
  for (const name of names) await ses.send(new CreateConfigurationSetCommand(name));
  expect(await deliverInRegion(region, 'regional')).toBeNull();
  const found = await Promise.all(names.map((name) => ses.send(new GetConfigurationSetCommand(name))));
  expect(found.map(({ DeliveryOptions }) => DeliveryOptions)).toEqual(
    Object.values(sets).map((TlsPolicy) => ({ TlsPolicy, SharedPoolDeliveryMode: 'REGIONAL' })),
  );
  for (const name of names) await ses.send(new DeleteConfigurationSetCommand(name));
});

test('the role of ECS is made once, and where it cannot be, the command is said [P48]', async () => {
  environment();
  const { region } = readStack();
  expect(await makeEcsRole(region)).toMatchObject({ level: 'ok' });
  expect(await makeEcsRole(region)).toBeNull();
  const nowhere = new IAMClient({ region, endpoint: 'http://127.0.0.1:9' });
  expect(await makeEcsRole(region, nowhere)).toMatchObject({
    level: 'warn',
    fix: expect.stringContaining('create-service-linked-role'),
  });
});

test('the deployed API is asked; a balancer without a service behind it is no answer [P4]', async () => {
  expect(await waitForApi(new URL(readStack().base_url).origin, 0)).toBe(true);
  const other = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  await new Promise((done) => other.once('listening', done));
  expect(await waitForApi(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, 0)).toBe(false);
  await new Promise((done) => other.close(done));
});

test('the printed costs match measured/benchmarks.md and decision 0034 [P4, P51]', () => {
  const [, idle, busy] =
    /\| all +\| ([\d.]+)[^|]*\| ([\d.]+)/.exec(
      readFileSync('docs/internals/measured/benchmarks.md', 'utf8'),
    ) ?? [];
  // A new measurement may differ by a little; the line says "about".
  expect(Math.abs(perMillion.idle - Number(idle))).toBeLessThan(2);
  expect(Math.abs(perMillion.busy - Number(busy))).toBeLessThan(2);
  const parts = { key: true, smtp: undefined, concurrency: copiesOf({}, undefined) };
  const [, month] =
    /it is \$([\d.]+)\. /.exec(readFileSync('docs/internals/decisions/0034-idle-month.md', 'utf8')) ?? [];
  const emails = `about $${month} per month when idle, plus $${perMillion.busy} to $${perMillion.idle} per million emails, not including`;
  expect(['NONE', 'ESSENTIALS', 'PRO', undefined].map((plan) => costLine(parts, plan))).toEqual([
    `${emails} SES itself ($100, plan NONE)`,
    `${emails} SES itself ($160, plan ESSENTIALS)`,
    `${emails} SES itself (plan PRO)`,
    `${emails} SES itself`,
  ]);
  const told = (smtp?: { size: 'small' | 'standard'; zones: number }) =>
    Number(/\$([\d.]+) per month/.exec(costLine({ ...parts, smtp }, 'NONE'))?.[1]);
  expect(told({ size: 'standard', zones: 2 }) - told()).toBeCloseTo(41.8);
  expect(told({ size: 'small', zones: 1 }) - told()).toBeCloseTo(30.94);
});
