import { readFileSync } from 'node:fs';
import { AppError, type ErrorCode, smtpCodes } from '../../shared/core/errors.ts';
import { errorReply } from '../../shared/smtp/reply.ts';
import { keys } from '../../shared/store/schema.ts';
import { newTenant } from '../support/api.ts';
import {
  acceptedId,
  plainLogin,
  relayWorld,
  sendRaw,
  smtpPassword,
  startRelay,
  talkAs,
  talkTls,
} from '../support/smtp.ts';
import { testTable } from '../support/table.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld({}, { limits: { failed_login_ms: 1 } });
});
afterAll(() => world.service.drain(0));

const to = ['ada@x.example'];
const text = (from: string, more = '') => `From: ${from}\nTo: ada@x.example\n${more}\nhi\n`;
const own = (more = '') => text(`shop@${world.domain}`, more);

/** One message by a relay of its own. */
async function by(
  { domain, ctx, password }: Pick<World, 'domain' | 'ctx' | 'password'>,
  { from = `shop@${domain}`, more = '' } = {},
): Promise<string> {
  const service = await startRelay(ctx);
  try {
    const talking = await talkAs(service, password);
    return await sendRaw(talking, { from: '', to, message: text(from, more) });
  } finally {
    await service.drain(0);
  }
}

/** One message over a table that fails so. */
const failing = (error: Error) =>
  by({
    ...world,
    ctx: { ...world.ctx, emails: { ...world.ctx.emails, readFacts: () => Promise.reject(error) } },
  });

/** The last reply of two messages of an account with these limits. */
async function limited(limits: Record<string, unknown>): Promise<string> {
  const one = await relayWorld();
  await one.ctx.accounts.update(one.account.id, { limits } as never);
  one.clock.advance(31_000);
  await one.raw(text(`shop@${one.domain}`));
  const answer = await one.raw(text(`shop@${one.domain}`));
  await one.service.drain(0);
  return answer;
}

/** A message of an account of its own, made so. */
async function asAccount(
  options: Parameters<typeof relayWorld>[0],
  from?: string,
  more?: string,
): Promise<string> {
  const one = await relayWorld(options);
  const answer = await by(one, { ...(from && { from }), ...(more && { more }) });
  await one.service.drain(0);
  return answer;
}

/** What makes the relay answer with each code. */
const causes: Partial<Record<ErrorCode, () => Promise<string>>> = {
  unauthorized: async () => {
    const talking = await talkTls(world.service);
    return talking.say(plainLogin('svcsmtp_wrong'));
  },
  validation_error: () => world.raw('To: a@x.example\n\nhi\n'),
  forbidden: async () => {
    const [mine, theirs] = [
      await newTenant(world.ctx, world.account.id),
      await newTenant(world.ctx, world.account.id),
    ];
    const { password } = await smtpPassword(world.ctx, world.account, { tenant: mine.external_id });
    return by({ ...world, password }, { more: `X-Service-Tenant: ${theirs.external_id}\n` });
  },
  domain_not_verified: () => world.raw(text('a@elsewhere.example')),
  domain_not_allowed: async () => {
    const { password } = await smtpPassword(world.ctx, world.account, { allowed_domains: [world.domain] });
    return by({ ...world, password }, { from: 'a@elsewhere.example' });
  },
  sandbox_recipient: () => world.raw(text(`hello@${world.ctx.settings.sandbox_domain}`)),
  production_locked: () => asAccount({ payment_method: false }),
  tenants_not_enabled: () => asAccount({ plan: 'free' }, undefined, 'X-Service-Tenant: acme\n'),
  plan_limit: () => limited({ emails_day: 1 }),
  rate_limited: async () => {
    const one = await relayWorld();
    await one.ctx.accounts.update(one.account.id, { limits: { send_rate: 1 } } as never);
    one.clock.advance(31_000);
    const talking = await one.login();
    let answer = '';
    for (let i = 0; i < 4; i++) {
      answer = await talking.say('MAIL FROM:<>');
      await talking.say('RSET');
    }
    await one.service.drain(0);
    return answer;
  },
  daily_ramp_limit: async () => {
    const one = await relayWorld();
    await one.ctx.accounts.update(one.account.id, { account_ramp: true });
    one.clock.advance(31_000);
    const day = new Date(one.ctx.runtime.now()).toISOString().slice(0, 10);
    const used = { day, stage: 1, transactional: 30_000, product: 0, total: 30_000 };
    await testTable().put({ ...keys.limit(one.account.id, 'ramp'), ...used });
    const answer = await one.raw(text(`shop@${one.domain}`));
    await one.service.drain(0);
    return answer;
  },
  conflict: () => world.raw(own('X-Service-Unsubscribe: true\nList-Unsubscribe: <https://x.example>\n')),
  not_found: () => world.raw(own('X-Service-Template: none-such\n')),
  idempotency_conflict: async () => {
    acceptedId(await world.raw(own('X-Service-Idempotency-Key: replies\n')));
    return world.raw(own('X-Service-Idempotency-Key: replies\nSubject: another\n'));
  },
  payload_too_large: async () => {
    const talking = await world.login();
    return talking.say('MAIL FROM:<> SIZE=26214401');
  },
  unavailable: () => failing(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  internal_error: () => failing(new RangeError('secret words')),
};

/** Why no message is answered with the others: they are caused by a dependency that answers so. */
const elsewhere: Partial<Record<ErrorCode, string>> = {
  insufficient_scope: 'every SMTP credential has the scope of sending',
  method_not_allowed: 'of HTTP',
  domain_claimed: 'of POST /domains',
  domain_owned_by_tenant: 'of POST /domains; a sender is domain_not_verified',
  content_expired: 'of a resend',
  not_configured: 'of parts that a deployment lacks',
  upstream_error: 'of DNS hosts',
};

const page = readFileSync('docs/smtp.md', 'utf8');

/** The catalogue's own names. */
const catalogue = [
  ...readFileSync('shared/core/errors.ts', 'utf8').matchAll(/^ {2}(\w+): \{ status: /gm),
].map(([, code = '']) => code);

test('each code of the catalogue is caused here, or belongs elsewhere', () => {
  const known = [...Object.keys(causes), ...Object.keys(elsewhere)];
  expect(catalogue.length).toBeGreaterThan(20);
  expect(known.sort()).toEqual([...catalogue].sort());
});

test.each(Object.entries(causes))(
  '%s is replied by the catalogue [R32]',
  async (code, cause) => {
    const answer = await cause();
    const codes = smtpCodes(new AppError(code as ErrorCode, 'x'));
    expect(answer).toMatch(new RegExp(`^${codes.replaceAll('.', '\\.')} [ -~]+ \\[${code}\\]$`));
    expect(answer.length).toBeLessThanOrEqual(450);
    expect(answer).not.toMatch(/secret|ECONNREFUSED/);
    expect(page).toContain(codes);
  },
  20_000,
);

test.each(Object.keys(elsewhere))('%s from a dependency is replied by the catalogue [R32]', async (code) => {
  const error = new AppError(code as ErrorCode, 'words');
  expect(await failing(error)).toBe(`${smtpCodes(error)} words [${code}]`);
});

/** The table of docs/smtp.md, as the catalogue has it. */
const tableOf = () => {
  const rows = catalogue.map((code) => {
    const codes = smtpCodes(new AppError(code as ErrorCode, 'x'));
    return `| \`${code}\` | ${codes} |`;
  });
  return ['| error code | reply |', '|---|---|', ...rows].join('\n');
};

test('docs/smtp.md has the replies of the catalogue, every one of them [R32]', () => {
  const [, shown = ''] = /<!-- replies -->\n([\s\S]*?)\n<!-- end -->/.exec(page) ?? [];
  expect(shown).toBe(tableOf());
});

test('a reply is printable ASCII of at most 450 octets with one enhanced code, whatever the message [R32]', () => {
  const long = new AppError('validation_error', `Größe\r\n250 Ok ${'x'.repeat(1_000)}`);
  const { text: said } = errorReply(long);
  expect(said).toMatch(/^5\.6\.0 [ -~]+$/);
  expect(String(said).length + 4).toBeLessThanOrEqual(450);
});
