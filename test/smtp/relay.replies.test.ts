import { readFileSync } from 'node:fs';
import { AppError, type ErrorCode, smtpCodes } from '../../shared/core/errors.ts';
import { errorReply } from '../../shared/smtp/reply.ts';
import { plainLogin, relayWorld, sendRaw, startRelay, talkAs, talkTls } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld({}, { limits: { failed_login_ms: 1 } });
});
afterAll(() => world.service.drain(0));

/** The reply to a message if the table fails with this error. */
async function failing(error: Error): Promise<string> {
  const emails = { ...world.ctx.emails, readFacts: () => Promise.reject(error) };
  const service = await startRelay({ ...world.ctx, emails });
  const message = `From: shop@${world.domain}\nTo: ada@x.example\n\nhi\n`;
  try {
    const talking = await talkAs(service, world.password);
    return await sendRaw(talking, { from: '', to: ['ada@x.example'], message });
  } finally {
    await service.drain(0);
  }
}

/** The catalogue's own names. */
const catalogue = [
  ...readFileSync('shared/core/errors.ts', 'utf8').matchAll(/^ {2}(\w+): \{ status: /gm),
].map(([, code]) => code as ErrorCode);

const codesOf = (code: ErrorCode) => smtpCodes(new AppError(code, 'x'));

test.each(catalogue)('%s gets the reply in the catalog [R32]', async (code) => {
  expect(await failing(new AppError(code, 'words'))).toBe(`${codesOf(code)} words [${code}]`);
});

/** Replies that don't come from an error about the message. */
const others: [ErrorCode, () => Promise<string>][] = [
  ['unauthorized', async () => (await talkTls(world.service)).say(plainLogin('svcsmtp_wrong'))],
  ['payload_too_large', async () => (await world.login()).say('MAIL FROM:<> SIZE=26214401')],
  ['unavailable', () => failing(Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }))],
  ['internal_error', () => failing(new RangeError('secret words'))],
];

test.each(others)('%s gets the reply in the catalog, whatever caused it [R32]', async (code, cause) => {
  const answer = await cause();
  expect(answer).toMatch(new RegExp(`^${codesOf(code).replaceAll('.', '\\.')} [ -~]+ \\[${code}\\]$`));
  expect(answer).not.toMatch(/secret|ECONNREFUSED/);
});

test('docs/smtp.md has the replies of the catalogue, every one of them [R32]', () => {
  const page = readFileSync('docs/smtp.md', 'utf8');
  const [, shown = ''] = /<!-- replies -->\n([\s\S]*?)\n<!-- end -->/.exec(page) ?? [];
  const rows = catalogue.map((code) => `| \`${code}\` | ${codesOf(code)} |`);
  expect(rows.length).toBeGreaterThan(20);
  expect(shown).toBe(['| error code | reply |', '|---|---|', ...rows].join('\n'));
});

test('a reply is printable ASCII of at most 450 octets with one enhanced code, whatever the message [R32]', () => {
  const long = new AppError('validation_error', `Größe\r\n250 Ok ${'x'.repeat(1_000)}`);
  const { text: said } = errorReply(long);
  expect(said).toMatch(/^5\.6\.0 [ -~]+$/);
  expect(String(said).length + 4).toBeLessThanOrEqual(450);
});
