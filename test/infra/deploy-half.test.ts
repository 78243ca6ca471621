import { cdkProgram, type FakeAccount, fakeAccount } from '../support/fake-account.ts';

let account: FakeAccount;

beforeEach(async () => {
  account = await fakeAccount();
  account.install('bin/docker', '');
});
afterEach(() => account.close());

const deploy = (...context: string[]) =>
  account.start('infra/deploy/main.ts', ['--yes', ...context.flatMap((pair) => ['-c', pair])]).ended;

const cdk = (...failing: string[]) => account.install('node_modules/.bin/cdk', cdkProgram(...failing));

const place = ['stage=half', 'serviceDomain=mail.example.com', 'hostedZoneId=ZHALF', 'smtp=true'];
const Name = '/mailwright/half/context';

test('what the first stack was given is remembered where the second one fails [P46]', async () => {
  const { kept } = account;
  const last = { stage: 'half', serviceDomain: 'mail.example.com', hostedZoneId: 'ZHALF', smtp: 'true' };
  kept[Name] = JSON.stringify({ ...last, alarmEmail: 'old@example.com' });
  cdk('Smtp');
  const { code, text: said } = await deploy(...place, 'alarmEmail=new@example.com', 'apiRate=3000');
  expect([code, said]).toEqual([1, expect.stringContaining('apiRate: (default) -> 3000')]);
  expect(JSON.parse(kept[Name] ?? '')).toEqual({ ...last, alarmEmail: 'new@example.com', apiRate: '3000' });
  const again = await deploy('stage=half');
  expect(again.text).not.toContain('->');
});

test('a deploy of which no stack succeeded leaves what was remembered [P46]', async () => {
  account.kept[Name] = '{"apiRate":"2000"}';
  cdk('Core');
  expect((await deploy(...place, 'apiRate=3000')).code).toBe(1);
  expect(account.kept[Name]).toBe('{"apiRate":"2000"}');
});

test('a value of another release, which has no meaning any more, is named with how it goes [P46]', async () => {
  account.kept[Name] = '{"oldRate":"2000"}';
  const { code, text: said } = await deploy(...place);
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^context oldRate: .*another release, pass -c oldRate=/),
  ]);
  cdk('Core');
  expect((await deploy(...place, 'oldRate=')).text).toContain('oldRate: 2000 -> (default)');
});
