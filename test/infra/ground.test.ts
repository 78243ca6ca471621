import { passesOf } from '../../infra/deploy/cdk.ts';
import type { Facts } from '../../infra/deploy/finding.ts';
import { judgeGround } from '../../infra/deploy/ground.ts';
import { mergeContext } from '../../infra/deploy/remembered.ts';

const servers = ['ns-1.awsdns-1.com', 'ns-2.awsdns-2.net'];
const sesOf = () => ({ production: true, sending: true, per_second: 14, per_day: 50_000 });
const facts: Facts = {
  account: '123456789012',
  region: 'eu-central-1',
  bootstrap: 30,
  ses: sesOf(),
  lambda_concurrency: 1000,
  zone: {
    name: 'mail.example.com.',
    name_servers: servers,
    live: servers.map((name) => `${name.toUpperCase()}.`),
  },
  stacks: { Core: null, Smtp: null },
  docker: true,
};
type Wanted = Parameters<typeof judgeGround>[1];

const wanted: Wanted = {
  serviceDomain: 'mail.example.com',
  hostedZoneId: 'Z1',
  smtp: true,
  stage: 'prod',
  peakSendsPerSecond: 0,
  alarmEmail: 'ops@example.com',
};

/** What is not right, with what to do about it. */
function faults(changed: Partial<Facts>, want: Partial<Wanted> = {}): string[] {
  return judgeGround({ ...facts, ...changed }, { ...wanted, ...want })
    .filter(({ level }) => level !== 'ok')
    .map(({ level, text, fix }) => `${level}: ${text}. ${fix}`);
}

test('a ground that has everything is told in one line each [P4]', () => {
  expect(faults({})).toEqual([]);
  expect(judgeGround(facts, wanted).map(({ text }) => text)).toEqual([
    'account 123456789012, region eu-central-1',
    'CDK bootstrap, version 30',
    'first deploy of stack Core',
    'first deploy of stack Smtp',
    'mail.example.com is delegated to its hosted zone',
    'SES limits: 14 emails per second, 50000 per day',
    'Lambda quota: 1000 concurrent executions',
    "Docker is running and can build the SMTP task's image",
  ]);
});

const cases: [string, Partial<Facts>, RegExp, Partial<Wanted>?][] = [
  [
    'no bootstrap',
    { bootstrap: null },
    /^stop: .*isn't bootstrapped.* npx cdk bootstrap aws:\/\/123456789012\/eu-central-1$/,
  ],
  [
    'no bootstrap with a qualifier',
    { bootstrap: null },
    /^stop: .*isn't bootstrapped.* npx cdk bootstrap aws:\/\/123456789012\/eu-central-1 --qualifier acme$/,
    { qualifier: 'acme' },
  ],
  ['a region of GovCloud', { region: 'us-gov-west-1' }, /^stop: .*not in us-gov-west-1/],
  ['an old bootstrap', { bootstrap: 5 }, /^stop: CDK bootstrap version 5 is too old/],
  ['no zone', { zone: null }, /^stop: hosted zone Z1 doesn't exist/],
  [
    'a zone of another name',
    { zone: { name: 'example.com.', name_servers: servers, live: servers } },
    /^stop: hosted zone Z1 is for example\.com, not mail\.example\.com/,
  ],
  [
    'no delegation',
    { zone: { name: 'mail.example.com.', name_servers: servers, live: [] } },
    /^stop: mail\.example\.com isn't delegated\. .* ns-1\.awsdns-1\.com, ns-2\.awsdns-2\.net$/,
  ],
  [
    'a delegation elsewhere',
    { zone: { name: 'mail.example.com.', name_servers: servers, live: ['ns.other.example'] } },
    /^stop: .* other name servers \(ns\.other\.example\)/,
  ],
  [
    'SES in its sandbox',
    { ses: { production: false, sending: true, per_second: 1, per_day: 200 } },
    /^warn: SES is in its sandbox in eu-central-1.* deploy -- --request-production/,
  ],
  [
    'SES paused',
    { ses: { production: true, sending: false, per_second: 14, per_day: 50_000 } },
    /^warn: SES has paused/,
  ],
  [
    'a new account',
    { lambda_concurrency: 10 },
    /^warn: the Lambda quota is 10 concurrent.* --quota-code L-B99A9384 --desired-value 1000$/,
  ],
  [
    'another deploy',
    { stacks: { Core: 'UPDATE_IN_PROGRESS', Smtp: 'CREATE_COMPLETE' } },
    /^stop: another deploy of stack Core/,
  ],
  [
    'half a deploy',
    { stacks: { Core: 'CREATE_COMPLETE', Smtp: 'UPDATE_ROLLBACK_FAILED' } },
    /^stop: the last deploy of stack Smtp.* continue-update-rollback --stack-name mailwright-prod-smtp$/,
  ],
  [
    'half a deletion',
    { stacks: { Core: 'DELETE_FAILED', Smtp: null } },
    /^stop: .* npm run destroy -- --stage prod$/,
  ],
  [
    'half a deletion of the relay',
    { stacks: { Core: 'CREATE_COMPLETE', Smtp: 'DELETE_FAILED' } },
    /^stop: .* delete-stack --stack-name mailwright-prod-smtp$/,
  ],
  [
    'a first deploy that was not all taken back',
    { stacks: { Core: 'ROLLBACK_FAILED', Smtp: null } },
    /^warn: .* npm run destroy -- --stage prod$/,
  ],
  ['no Docker', { docker: false }, /^stop: Docker isn't running.* -c smtp=false/],
  [
    'hidden quotas',
    { lambda_concurrency: undefined },
    /^warn: couldn't check the Lambda quota\. Allow lambda:GetAccountSettings/,
  ],
];

test.each(cases)('%s has its sentence [P4]', (...[, changed, sentence, want]) => {
  expect(faults(changed, want)).toEqual([expect.stringMatching(sentence)]);
});

const withPlan = (plan: string, next_plan?: string) =>
  judgeGround({ ...facts, ses: { ...sesOf(), plan, ...(next_plan && { next_plan }) } }, wanted)
    .filter(({ text }) => text.includes('SES plan'))
    .map(({ level, text, fix = '' }) => `${level}: ${text}. ${fix}`);

test('the condition on senders waits for production access, and the deploy says so [P52]', () => {
  const sandbox = { production: false, sending: true, per_second: 1, per_day: 200 };
  const context = { stage: 'prod', sendFrom: 'example.com' };
  expect(faults({ ses: sandbox }, { context })).toContainEqual(
    expect.stringMatching(/^warn: sendFrom has no effect while SES is in its sandbox.* Deploy again/),
  );
  expect(faults({ ses: sandbox }, { context: { stage: 'prod' } })).toHaveLength(1);
  const passed = (ses: Facts['ses']) => passesOf('Core', { ...facts, ses }, context)[0]?.sendFrom;
  expect([passed(sandbox), passed(sesOf()), passed(undefined)]).toEqual(['', 'example.com', 'example.com']);
});

test("SES's plan is named with its price, and one that costs more with how to switch and what it saves [P51]", () => {
  expect(withPlan('NONE')).toEqual(['ok: SES plan NONE costs $100 per million emails. ']);
  const save = 'To save $60 per million emails, run aws sesv2 put-account-pricing-attributes --plan NONE.';
  expect(withPlan('ESSENTIALS')).toEqual([
    expect.stringContaining(`warn: SES plan ESSENTIALS costs $160 per million emails. ${save}`),
  ]);
  expect(withPlan('ESSENTIALS', 'NONE')).toEqual([
    'ok: SES plan ESSENTIALS costs $160 per million emails. The plan changes to NONE next month. ',
  ]);
  expect(withPlan('NONE', 'ESSENTIALS')).toEqual([expect.stringContaining(save)]);
  expect(withPlan('PRO')).toEqual([
    'warn: the price of SES plan PRO is unknown. See https://aws.amazon.com/ses/pricing/.',
  ]);
  const [pass] = passesOf('Core', { ...facts, ses: { ...sesOf(), plan: 'ESSENTIALS' } }, { stage: 'prod' });
  expect(pass?.sesPlan).toBe('ESSENTIALS');
});

test('a first deploy is told to have another name than the local stack, which admin and doctor mean by it [P46]', () => {
  const warned = expect.stringMatching(
    /^warn: the admin and doctor commands can't reach a stage named local, .* -c stage=dev/,
  );
  expect(faults({}, { stage: 'local' })).toEqual([warned]);
  expect(faults({ stacks: { Core: 'CREATE_COMPLETE', Smtp: null } }, { stage: 'local' })).toEqual([]);
});

test('a new stage has a name that the names of its parts hold whole; a deployed one keeps its own [P40]', () => {
  expect(faults({}, { stage: 'a'.repeat(13) })).toEqual([]);
  const long = { stage: 'customerportaltest' };
  expect(faults({}, long)).toEqual([
    'stop: the stage name is too long: 18 characters (limit 13). Choose another name, such as -c stage=dev.',
  ]);
  expect(faults({ stacks: { Core: 'CREATE_COMPLETE', Smtp: null } }, long)).toEqual([]);
});

test('a first deploy reserves no more than Lambda lets it, and a later one has its reserve already [P8]', () => {
  const context = { smtp: 'true' };
  const reserve = (lambda_unreserved: number, more: Partial<Facts> = {}) =>
    faults({ lambda_unreserved, ...more }, { context });
  expect(reserve(1000)).toEqual([]);
  const [stopped = '', ...others] = reserve(150);
  expect(stopped).toMatch(
    /^stop: .* only 150 of 1000 .* -c lambdaConcurrency=150, or request a higher quota\.$/,
  );
  expect(others).toEqual([]);
  expect(
    faults({ lambda_unreserved: 150 }, { context: { ...context, lambdaConcurrency: '150' } }),
  ).not.toContainEqual(expect.stringMatching(/^stop/));
  expect(reserve(150, { stacks: { Core: 'CREATE_COMPLETE', Smtp: null } })).toEqual([]);
});

test('Docker and the SMTP stack matter to a deploy with SMTP only [P4]', () => {
  const changed = { docker: false, stacks: { Core: 'CREATE_COMPLETE', Smtp: 'UPDATE_ROLLBACK_FAILED' } };
  expect(faults(changed, { smtp: false })).toEqual([]);
});

test('alarms without an address are told [P11]', () => {
  expect(faults({}, { alarmEmail: undefined })).toEqual([
    expect.stringMatching(/^warn: no email address receives alarms/),
  ]);
});

test('a peak names the quotas that it needs [P27]', () => {
  expect(faults({}, { peakSendsPerSecond: 14 })).toEqual([]);
  expect(faults({ lambda_concurrency: 1000 }, { peakSendsPerSecond: 6000 })).toEqual([
    'warn: 6000 sends per second require 6000 SES emails per second, but the limit is 14. Request an increase in Service Quotas, under Amazon SES.',
    'warn: 6000 sends per second require 1200 concurrent Lambda executions, but the limit is 1000. Request an increase in Service Quotas, under AWS Lambda.',
    'warn: 6000 sends per second require 114000 table writes per second, but the limit is 40000. Request an increase in Service Quotas, under Amazon DynamoDB.',
  ]);
});

describe('passes of a deploy [P2]', () => {
  const context = { stage: 'prod' };
  const full = { stage: 'prod', lambdaConcurrency: '1000' };
  const passes = (status: string | null) =>
    passesOf('Core', { ...facts, stacks: { Core: status, Smtp: null } }, context);

  test.each([[null], ['ROLLBACK_COMPLETE'], ['ROLLBACK_FAILED'], ['REVIEW_IN_PROGRESS']])(
    'a first one (%s) protects what it made after it has made it',
    (status) => expect(passes(status)).toEqual([{ ...full, firstDeploy: 'true' }, full]),
  );

  const scaled = (lambda_concurrency: number, context: Record<string, string> = {}) =>
    faults({ lambda_concurrency }, { context: { smtp: 'true', ...context } }).map(
      (fault) => fault.split(/\. (?:aws|Pass) /)[0],
    );

  test('a deploy says which queues wait for the sweep, where the quota is too small for all event sources [P48]', () => {
    const begin =
      'warn: the Lambda quota is 10 concurrent executions instead of the usual 1000, so workers are scaled down. Messages, including sign-in links, can wait up to a minute in these queues:';
    expect(scaled(10)).toEqual([`${begin} domain-tasks, notices, receive, bulk, advance-run`]);
    expect(scaled(10, { noticesConcurrency: '2' })[0]).toMatch(/Messages can wait .*bulk, advance-run$/);
    expect(scaled(36)).toEqual([
      'warn: the Lambda quota is 36 concurrent executions instead of the usual 1000, so workers are scaled down',
    ]);
  });

  test("a remembered quota that is not the account's is named, with how to go by what the account has [P48]", () => {
    const differs = 'but lambdaConcurrency is set to 10';
    expect(scaled(1000, { lambdaConcurrency: '10' })).toEqual([
      `warn: the Lambda quota is 1000 concurrent executions, ${differs}`,
    ]);
    expect(scaled(200, { lambdaConcurrency: '10' })[1]).toBe(
      `warn: the Lambda quota is 200 concurrent executions, ${differs}`,
    );
  });

  test('the quota is not remembered: a later deploy that sees a larger one brings the event sources back [P48]', () => {
    const [first] = passesOf('Core', { ...facts, lambda_concurrency: 10 }, { stage: 'prod' });
    const remembered = mergeContext({ stage: 'prod' }, {});
    const [later] = passesOf('Core', { ...facts, lambda_concurrency: 1000 }, remembered);
    expect([first?.lambdaConcurrency, later?.lambdaConcurrency]).toEqual(['10', '1000']);
  });

  test('a later one never takes protection away', () => {
    for (const status of ['CREATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])
      expect(passes(status)).toEqual([full]);
    expect(passesOf('Core', { ...facts, stacks: undefined }, context)).toEqual([full]);
  });

  test('the quota found scales the workers, unless the operator gives one [P8]', () => {
    const own = passesOf(
      'Core',
      { ...facts, lambda_concurrency: 50 },
      { ...context, lambdaConcurrency: '400' },
    );
    expect(own[0]?.lambdaConcurrency).toBe('400');
    const [found] = passesOf('Core', { ...facts, lambda_concurrency: 50 }, context);
    expect(found?.lambdaConcurrency).toBe('50');
  });
});

test('SES receives by one rule set in a region: that of another deployment stops the deploy [R58]', () => {
  const door = { inbound: 'ses', stage: 'prod' };
  expect(faults({ rule_set: null }, door)).toEqual([]);
  expect(faults({ rule_set: 'mailwright-prod' }, door)).toEqual([]);
  expect(faults({ rule_set: 'theirs' }, door)).toEqual([
    expect.stringMatching(/^stop: SES in eu-central-1 already uses rule set theirs/),
  ]);
  expect(faults({ rule_set: undefined }, door)).toEqual([expect.stringMatching(/^warn: .*ses:Describe/)]);
  expect(faults({ rule_set: 'theirs' })).toEqual([]);
});

test('a key is not taken away, nor is a table exchanged for an empty or a missing one [P46, P47]', () => {
  expect(faults({}, { kms: { last: 'own', next: 'aws-owned' } })).toEqual([
    expect.stringMatching(/^stop: kms=aws-owned removes .* -c kms=own/),
  ]);
  for (const [last, next] of [
    ['own', 'own'],
    ['aws-owned', 'own'],
    ['aws-owned', 'aws-owned'],
  ] as const)
    expect(faults({}, { kms: { last, next } })).toEqual([]);
  expect(faults({}, { table: { last: 'mailwright-prod-again', next: undefined } })).toEqual([
    expect.stringMatching(/^stop: this deployment uses table mailwright-prod-again. Without/),
  ]);
  const again = { table: { last: undefined, next: 'mailwright-prod-again' } };
  expect(faults({ table: null }, again)).toEqual([
    expect.stringMatching(/^stop: table mailwright-prod-again doesn't exist/),
  ]);
  for (const stream of [null, 'arn:stream']) expect(faults({ table: { stream } }, again)).toEqual([]);
});

test('the stream of a restored table reaches the templates [P47]', () => {
  const taken = passesOf('Core', { ...facts, table: { stream: 'arn:stream' } }, { table: 't' });
  expect(taken.at(-1)).toMatchObject({ table: 't', tableStream: 'arn:stream' });
});
