import { existsSync } from 'node:fs';
import { type Asked, type FakeAccount, fakeAccount, xml } from '../support/fake-account.ts';
import { until } from '../support/until.ts';

const ruleSet = 'mailwright-half';

let account: FakeAccount;
/** The rule set that SES uses. */
let active: string | null;

function answer({ action, body }: Asked): [number, string] | undefined {
  if (action === 'SetActiveReceiptRuleSet') active = new URLSearchParams(body).get('RuleSetName');
  if (!action.endsWith('ActiveReceiptRuleSet')) return undefined;
  return [200, xml(action, active ? `<Metadata><Name>${active}</Name></Metadata>` : '')];
}

beforeEach(async () => {
  active = ruleSet;
  account = await fakeAccount(answer);
  // It waits for an approval.
  account.install('node_modules/.bin/cdk', 'touch asks; exec sleep 60');
});
afterEach(() => account.close());

test.each(['SIGINT', 'SIGTERM'] as const)(
  'SES receives again after a deploy that %s ends at the question of CDK [R58]',
  async (signal) => {
    const place = ['stage=half', 'serviceDomain=mail.example.com', 'hostedZoneId=ZHALF', 'inbound=off'];
    const args = ['--yes', ...place.flatMap((pair) => ['-c', pair])];
    const { pid, ended } = account.start('infra/deploy/main.ts', args);
    await until(async () => existsSync(`${account.folder}/asks`));
    expect(active).toBeNull();
    process.kill(-pid, signal);
    expect(await ended).toMatchObject({ code: null, signal });
    expect(active).toBe(ruleSet);
  },
);
