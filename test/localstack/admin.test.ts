import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import { domainToASCII } from 'node:url';
import { noteDeployment } from '../../infra/deploy/note-deployment.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { adminError, readCommand } from '../../tools/admin/commands.ts';
import { runCommand } from '../../tools/admin/run-command.ts';
import { testContext } from '../support/api.ts';
import { environment, readStack } from '../support/environment.ts';
import { plainLogin, smtpPassword } from '../support/smtp.ts';
import { type Checkout, emptyCheckout } from './checkout.ts';

let checkout: Checkout;
beforeEach(async () => {
  checkout = await emptyCheckout();
});
afterEach(() => checkout.remove());

const account = ['create-account', '--email', 'ada@example.com'];
const nobody = 'acc_00000000000000000000000000';
const stackFile = resolve(process.env.MAILWRIGHT_STACK ?? '');
const withStack = { env: { MAILWRIGHT_STACK: stackFile } };

/** Deployments as `npm run deploy` notes them. */
function deployed(...stages: string[]): void {
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_SES, AWS_ENDPOINT_URL_SESV2, ...variables } = environment();
  for (const stage of stages) {
    const outputs = Object.entries({ ...variables, STAGE: stage })
      .filter(([name]) => !name.startsWith('AWS_'))
      .map(([name, value]) => [
        name.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase()),
        value.replace(':us-east-1:000000000000:', ':eu-west-1:111122223333:'),
      ]);
    const note = { stage, stack: 'Core', region: 'eu-west-1', profile: undefined, context: {} } as const;
    noteDeployment(`${checkout.folder}/.local`, { ...note, outputs: Object.fromEntries(outputs) });
  }
}

describe('the deployment that a command acts on', () => {
  /** Points to a port where nothing listens, because the command must not get further than that. */
  const nowhere = {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_MAX_ATTEMPTS: '1',
  };

  test('is named on stderr: the running local stack, whatever the shell says about AWS', async () => {
    const shell = {
      AWS_PROFILE: 'production',
      AWS_SESSION_TOKEN: 'x',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
    };
    const env = { ...withStack.env, ...shell };
    for (const stage of [[], ['--stage', 'local']]) {
      const { code, stdout, stderr } = await checkout.run('admin', [...account, ...stage], { env });
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `On: local stack (${stackFile})\n`,
      });
      expect(JSON.parse(stdout)).toMatchObject({ email: 'ada@example.com', plan: 'dedicated' });
      expect(stdout.trim().split('\n')).toHaveLength(1);
    }
  });

  test('is the only one that was deployed from here, in its region', async () => {
    deployed('prod');
    const { code, stderr } = await checkout.run('admin', account, { env: nowhere });
    expect(stderr).toContain('On: stage prod in eu-west-1, AWS account 111122223333');
    expect(stderr).toContain('ECONNREFUSED');
    expect(code).toBe(1);
  });

  test('must be named when there are several; --stage goes before a running local stack', async () => {
    deployed('prod', 'test');
    const unnamed = await checkout.run('admin', account, { env: nowhere });
    expect(unnamed).toMatchObject({ code: 1, stdout: '' });
    expect(unnamed.stderr).toContain('with --stage <stage>. Deployed from this checkout: prod, test');
    const env = { ...nowhere, ...withStack.env };
    const named = await checkout.run('admin', [...account, '--stage', 'test'], { env });
    expect(named.stderr).toContain('On: stage test in eu-west-1');
    const misspelt = await checkout.run('admin', [...account, '--stage', 'prd'], { env });
    expect(misspelt.stderr).toContain('Stage prd not found: no .local/deployed-prd.json, and CloudFormation');
    expect(misspelt.stderr).toContain("couldn't be read (no AWS region. ");
  });

  test('is not a local stack whose process was killed', async () => {
    await mkdir(`${checkout.folder}/.local`);
    await writeFile(`${checkout.folder}/.local/stack.json`, JSON.stringify(readStack()));
    const { code, stderr } = await checkout.run('admin', account);
    expect(code).toBe(1);
    expect(stderr).toContain('No local stack is running');
  });
});

describe('wrong options are validation_error, with the usage, before anything is touched', () => {
  test.each([
    ['no command', []],
    ['an unknown command', ['create-acount', '--email', 'ada@example.com']],
    ['an unknown option', ['create-account', '--mail', 'ada@example.com']],
    ['an option of another command', ['create-account', '--domain', 'example.com']],
    ['an option without its value', ['create-account', '--email']],
    ['an argument too many', ['create-account', 'ada@example.com']],
    ['an address that is none', ['create-account', '--email', 'ada']],
    ['a domain that is none', ['adopt-domain', '--account', nobody, '--domain', 'exa mple.com']],
    ['no account', ['show-account']],
    ['an empty account', ['unlock', '--account', '']],
    ['no plan', ['set-plan', '--account', nobody]],
    ['a plan that is none', ['set-plan', '--account', nobody, '--plan', 'gold']],
    ['neither on nor off', ['set-payment-method', '--account', nobody]],
    ['both on and off', ['set-payment-method', '--account', nobody, '--on', '--off']],
    ['no scopes', ['create-key', '--account', nobody]],
    ['a scope that is none', ['create-key', '--account', nobody, '--scopes', 'full,emails:delete']],
    ['an empty scope', ['create-key', '--account', nobody, '--scopes', 'full,']],
    ['an empty tenant', ['create-key', '--account', nobody, '--scopes', 'full', '--tenant', '']],
    ...[
      'no json',
      'null',
      '{"emails": 5}',
      '{"domains": -1}',
      '{"emails_day": "5"}',
      '{"send_rate": 0}',
      '{"requests_per_second": 1000000}',
      '{"account_ramp": 1}',
      '{"__proto__": {"domains": 3}}',
    ].map((json): [string, string[]] => [
      `limits of ${json}`,
      ['set-plan', '--account', nobody, '--plan', 'pro', '--limits', json],
    ]),
  ])('%s', (_, argv) => {
    const read = () => {
      try {
        return readCommand(argv);
      } catch (error) {
        return adminError(error);
      }
    };
    expect(read()).toMatchObject({ error: { code: 'validation_error' } });
  });

  test('the error comes first, as JSON; nothing is on stdout', async () => {
    const { code, stdout, stderr } = await checkout.run(
      'admin',
      ['create-account', '--mail', 'a'],
      withStack,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [line = '', ...more] = stderr.split('\n');
    expect(JSON.parse(line)).toEqual({
      error: { message: "required option '--email <address>' not specified", code: 'validation_error' },
    });
    expect(more.join('\n')).toContain('--email <address>');
  });

  test('--help prints the usage and does nothing', async () => {
    const { code, stdout, stderr } = await checkout.run('admin', [...account, '--help'], withStack);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('--email <address>');
  });
});

/** What a command prints on the local stack, or its error. The tests above run it as a program. */
const command = (...argv: string[]): Promise<Record<string, unknown>> =>
  runCommand(argv, environment()).catch(adminError);

const newAccount = async (): Promise<string> => String((await command(...account)).account_id);

test('adopt-domain: an IDN name is folded to A-labels, in SES and here', async () => {
  const account_id = await newAccount();
  const label = `bücher-${account_id.slice(-8)}`;
  const argv = ['adopt-domain', '--account', account_id, '--domain', `${label}.Example`];
  const adopted = await command(...argv);
  const name = domainToASCII(`${label}.example`);
  expect(name).toMatch(/^xn--/);
  expect(adopted).toMatchObject({ name, status: 'verified' });
  const identity = await fetch(`${environment().AWS_ENDPOINT_URL_SESV2}/v2/email/identities/${name}`);
  expect(identity.status).toBe(200);
});

/** An identity of the local SES before it is adopted, and afterwards. */
function identityOf(name: string) {
  const endpoint = `${environment().AWS_ENDPOINT_URL_SESV2}/v2/email`;
  const call = (method: string, path: string, body: object) =>
    fetch(`${endpoint}${path}`, { method, body: JSON.stringify(body) });
  const ResourceArn = `arn:aws:ses:us-east-1:000000000000:identity/${name}`;
  const tag = { Key: 'mailwright-stage', Value: 'other' };
  return {
    /** As created in the AWS console. */
    forwardFeedback: () => call('PUT', `/identities/${name}/feedback`, { EmailForwardingEnabled: true }),
    tagForOther: () => call('POST', '/tags', { ResourceArn, Tags: [tag] }),
    untag: () =>
      call('DELETE', `/tags?ResourceArn=${encodeURIComponent(ResourceArn)}&TagKeys=${tag.Key}`, {}),
    get: async () =>
      (await (await fetch(`${endpoint}/identities/${name}`)).json()) as Record<string, unknown>,
  };
}

const sends = {
  mail_from: {
    domain: expect.stringMatching(/^rp\.adopted-/),
    verified: expect.any(Boolean),
    aligned: expect.any(Boolean),
  },
  dkim: 'aligned',
  feedback_forwarding: 'switched off',
  dmarc: { status: 'verified', current: ['v=DMARC1; p=none'], note: null },
};

test.each([
  ['', [], sends],
  [' --inbound at the door of SES', ['--inbound'], { inbound_enabled: true }],
])(
  'adopt-domain%s tags the identity, ends its forwarding, reports it, and refuses that of another stage [P19, P20]',
  async (_, options, report) => {
    const account_id = await newAccount();
    const name = `adopted-${account_id.slice(-8)}.example`;
    const argv = ['adopt-domain', '--account', account_id, '--domain', name, ...options];
    const adopt = () => runCommand(argv, { ...environment(), INBOUND: 'ses' }).catch(adminError);
    const identity = identityOf(name);
    await adopt();
    await identity.forwardFeedback();
    await identity.tagForOther();
    expect(await adopt()).toMatchObject({ error: { code: 'conflict' } });
    expect(await identity.get()).toMatchObject({ FeedbackForwardingStatus: true });

    await identity.untag();
    expect(await adopt()).toMatchObject(report);
    const { Tags, FeedbackForwardingStatus } = await identity.get();
    expect(FeedbackForwardingStatus).toBe(false);
    expect(Tags).toContainEqual({ Key: 'mailwright-stage', Value: environment().STAGE });
  },
);

test('adopt-domain: the deployment’s own names are refused, and an unknown account makes no identity', async () => {
  const { sandbox_domain } = readStack();
  const adopt = (name: string) => command('adopt-domain', '--account', nobody, '--domain', name);
  const message = expect.stringContaining('belongs to the deployment itself');
  expect(await adopt(`x.${sandbox_domain}`)).toMatchObject({ error: { message } });
  const name = `unmade-${Date.now()}.example`;
  expect(await adopt(name)).toMatchObject({ error: { code: 'not_found' } });
  const identity = await fetch(`${environment().AWS_ENDPOINT_URL_SESV2}/v2/email/identities/${name}`);
  expect(identity.status).toBe(404);
});

test('an unknown account exits with 1 and an error on stderr only [A26]', async () => {
  const { code, stdout, stderr } = await checkout.run(
    'admin',
    ['show-account', '--account', nobody],
    withStack,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(JSON.parse(stderr.split('\n').find((line) => line.startsWith('{')) ?? '{}')).toEqual({
    error: { message: 'Account not found', code: 'not_found' },
  });
});

test('an account that suspend-account suspends is refused by the API and by the relay of the stack [N21, N22]', async () => {
  const { base_url, smtp } = readStack();
  const { account_id, api_key } = (await command(...account)) as { account_id: Id<'acc'>; api_key: string };
  const ctx = testContext();
  const found = await ctx.accounts.get(account_id);
  if (found === null) throw new Error('no account');
  const { password } = await smtpPassword(ctx, found);
  const suspended = await command('suspend-account', '--account', account_id);
  expect(suspended).toEqual({ account_id, suspended_at: expect.any(String) });
  expect((await command('list-accounts')).accounts).toContainEqual(
    expect.objectContaining({ id: account_id, suspended_at: suspended.suspended_at }),
  );
  const answer = await fetch(`${base_url}/account`, { headers: { authorization: `Bearer ${api_key}` } });
  expect([answer.status, await answer.json()]).toMatchObject([
    ...[403, { error: { code: 'forbidden', details: { reason: 'account_suspended' } } }],
  ]);
  const socket = connectTls({ host: smtp?.host ?? '', port: smtp?.tls_port, rejectUnauthorized: false });
  const replies: string[] = [];
  for await (const line of createInterface({ input: socket })) {
    replies.push(line);
    if (/^220 /.test(line)) socket.write('EHLO client.example\r\n');
    if (/^250 /.test(line)) socket.write(`${plainLogin(password)}\r\n`);
    if (/^[45]/.test(line)) break;
  }
  expect(replies.at(-1)).toMatch(/^525 5\.7\.13 /);
  socket.destroy();
});
