import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { partNames } from '../../shared/aws/config.ts';
import { type Asked, type FakeAccount, fakeAccount, xml } from '../support/fake-account.ts';
import { until } from '../support/until.ts';

const arn = 'arn:aws:sqs:us-east-1:111122223333:deliver';

let account: FakeAccount;
/** Whether the role of the check exists, and the queue of the checks is subscribed to SES's reports. */
let role: boolean;
let subscribed: boolean;

function answer({ action }: Asked): [number, string] | undefined {
  if (/^(Create|Delete)Role$/.test(action)) role = action === 'CreateRole';
  if (/Role/.test(action)) return [200, xml(action, '<Role><Arn>arn:role</Arn></Role>')];
  if (/^(S|Uns)ubscribe$/.test(action)) {
    subscribed = action === 'Subscribe';
    return [200, xml(action, '<SubscriptionArn>arn:subscription</SubscriptionArn>')];
  }
  // Those of the table and of the queue.
  return /^(Get|Put|Update|Delete|Transact|Create|Set)\w+$/.test(action) ? [200, '{}'] : undefined;
}

/** The note of a deployment whose API is the fake account, too. */
function noteOf({ origin }: FakeAccount): Record<string, string> {
  const parts = partNames.map((name) => [name, name.endsWith('_ARN') ? arn : `${origin}/queue`]);
  const settings = { STAGE: 'half', AWS_REGION: 'us-east-1', SANDBOX_DOMAIN: 'sandbox.example.com' };
  return { ...Object.fromEntries(parts), ...settings, PUBLIC_ORIGIN: origin };
}

beforeEach(async () => {
  [role, subscribed] = [false, false];
  account = await fakeAccount(answer);
  mkdirSync(`${account.folder}/.local`);
  mkdirSync(`${account.folder}/docs`);
  writeFileSync(`${account.folder}/.local/deployed-half.json`, JSON.stringify(noteOf(account)));
});
afterEach(() => account.close());

test('a signal within the check of conditions leaves neither its role nor the queue of the checks [P39]', async () => {
  const { pid, ended } = account.start('tools/doctor.ts', ['--first-deploy', '--stage', 'half']);
  await until(async () => account.calls.includes('PutRolePolicy'));
  expect({ role, subscribed }).toEqual({ role: true, subscribed: true });
  process.kill(-pid, 'SIGINT');
  expect(await ended).toMatchObject({ code: null, signal: 'SIGINT' });
  expect({ role, subscribed }).toEqual({ role: false, subscribed: false });
  expect(account.calls).toContain('DeleteQueue');
  expect(existsSync(`${account.folder}/docs/internals/aws-facts.json`)).toBe(false);
});
