import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { resolve } from 'node:path';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { type AuthResult, createMailAuth } from '../../../shared/core/mail-auth.ts';
import { readAuthor } from '../../../shared/mail/received/read-header.ts';
import { mailChecker } from '../../../shared/net/mail-auth.ts';
import { withCpu } from '../../support/cpu.ts';
import { startNameServer } from '../../support/name-server.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** bank.example refuses what fails; names with `silent` never get an answer, all others do not exist. */
const records: Record<string, string> = {
  '_dmarc.bank.example': 'v=DMARC1; p=reject',
  'broken.bank.example': 'v=spf1 wat:x -all',
  '_dmarc.open.example': 'v=DMARC1; p=reject',
  'open.example': 'v=spf1 +all',
  'long.evil.example': `v=spf1 ${'a= '.repeat(21_000)}?all`,
  'within.evil.example': `v=spf1 ${'a= '.repeat(2_500)}?all`,
  'mail_1.bank.example': 'v=spf1 exists:%{d} -all',
  'm_a_i_l_1_2.bank.example': 'v=spf1 ip4:192.0.2.9 -all',
  '_spf.bank.example': 'v=spf1 ip4:192.0.2.1 ?all',
  'bank.example': 'v=spf1 ip4:192.0.2.1 -all',
  's1._domainkey.bank.example': `v=DKIM1; k=rsa; p=${key}`,
  's_1._domainkey.bank.example': `v=DKIM1; p=${key}`,
  'ts._domainkey.bank.example': `v=DKIM1; t=s; p=${key}`,
  's1._domainkey.evil.example': `v=DKIM1; k=rsa; p=${key}`,
};
const started = startNameServer((name, type) => {
  if (name.includes('silent')) return null;
  if (type === 'A' && name === 'mail_1.bank.example')
    return { answers: [{ type: 'A', name, data: '192.0.2.1' }] };
  const record = type === 'TXT' ? records[name] : undefined;
  return record === undefined
    ? { answers: [], flags: 3 }
    : { answers: [{ type: 'TXT', name, data: record.match(/.{1,255}/g) ?? [] }] };
});
afterAll(async () => (await started).close());

/** For servers that answer: this process is all of them, and computes. */
const check = mailChecker(readAuthor, { patience: 10 });
/** Where some do not, which is waited for. */
const checkSilent = mailChecker(readAuthor, { patience: 2 });

/** The verdicts on a message of a stranger, in the order in which they are known. */
async function partsOf(message: string, { mail_from = 'a@evil.example', by = check } = {}) {
  const parts: Partial<AuthResult>[] = [];
  const request = { message: Buffer.from(message), ip: '192.0.2.9', helo: 'x', mail_from };
  await by({ ...request, servers: [(await started).address] }, (part) => parts.push(part));
  return parts;
}

/** Else a signature fails before its key is asked for. */
const bodyHash = createHash('sha256').update('hi\r\n').digest('base64');

async function judge(mail_from: string, signatures: [domain: string, selector: string][]) {
  const signed = signatures.map(
    ([domain, selector]) =>
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector}; h=from; bh=${bodyHash}; b=eA==\r\n`,
  );
  const parts = await partsOf(`${signed.join('')}From: ceo@bank.example\r\n\r\nhi\r\n`, {
    mail_from,
    by: checkSilent,
  });
  return Object.assign({}, ...parts);
}

const fail = { dmarc: 'fail', strict: true };
const open = { dmarc: 'unknown', strict: false };

/** All at once: each waits for the silent server. */
test('a silent or broken server of another domain does not switch DMARC off; one of the domain itself leaves it open [R77]', async () => {
  const none: [string, string][] = [];
  expect(
    await Promise.all([
      judge('a@silent.evil.example', none),
      judge('a@evil.example', [['silent.evil.example', 's']]),
      judge('a@silent.evil.example', [
        ['bank.example', 'gone'],
        ['silent.evil.example', 's'],
      ]),
      judge('a@evil.example', [
        ['silent.evil.example', 's'],
        ['silent.evil.example', 't'],
        ['bank.example', 'gone'],
      ]),
      judge('a@broken.evil.example', none),
      judge('a@silent.bank.example', none),
      judge('a@broken.bank.example', none),
      judge('a@evil.example', [['bank.example', 'silent']]),
    ]),
  ).toEqual([
    { spf: 'unknown', dkim: 'none', ...fail },
    { spf: 'none', dkim: 'unknown', ...fail },
    { spf: 'unknown', dkim: 'fail', ...fail },
    { spf: 'none', dkim: 'fail', ...fail },
    { spf: 'none', dkim: 'none', ...fail },
    { spf: 'unknown', dkim: 'none', ...open },
    { spf: 'unknown', dkim: 'none', ...open },
    { spf: 'none', dkim: 'unknown', ...open },
  ]);
}, 60_000);

/** The slowest text to hash: each line of it has to be changed. */
const longBody = 'a  b \t c\r\n'.repeat(200_000);

async function signedBy(
  domain: string,
  text: string,
  more: { maxBodyLength?: number } = {},
): Promise<string> {
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { signatures } = await dkimSign(text, {
    signatureData: [{ signingDomain: domain, selector: 's1', privateKey, ...more }],
    canonicalization: 'relaxed/relaxed',
  } as never);
  return signatures + text;
}

test('a long body does not switch DMARC off: it is hashed only for signatures that the header does not refute [R77]', async () => {
  const forged = Array.from(
    { length: 10 },
    (_, i) =>
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=bank.example; s=s1; h=from; l=${1_000_000 + i}; bh=eA==; b=eA==\r\n`,
  );
  const text = `From: ceo@bank.example\r\n\r\n${longBody}`;
  const { result, cpu_ms } = await withCpu(() => partsOf(forged.join('') + text));
  expect(result).toEqual([{ spf: 'none' }, fail, { dkim: 'fail' }]);
  expect(cpu_ms).toBeLessThan(700);
  const short = text.slice(0, 10_000);
  expect(await partsOf(await signedBy('evil.example', short))).toEqual([
    { spf: 'none' },
    fail,
    { dkim: 'pass' },
  ]);
  const genuine = await signedBy('bank.example', short);
  const pass = { dmarc: 'pass', strict: true };
  expect(await partsOf(genuine)).toEqual([{ spf: 'none' }, { dkim: 'pass' }, pass]);
  expect(await partsOf(`${genuine}more\r\n`)).toEqual([{ spf: 'none' }, { dkim: 'fail' }, fail]);
  expect(await partsOf(genuine.replace('From:', 'Subject: s\r\nFrom:'))).toContainEqual(pass);
});

test('a signature whose l= ends before the body does is partial, and never passes DMARC [R53]', async () => {
  const text = 'From: ceo@bank.example\r\n\r\nhi\r\nthere\r\n';
  const whole = await signedBy('bank.example', text, { maxBodyLength: 11 });
  expect(whole).toMatch(/\bl=11;/);
  const pass = { dmarc: 'pass', strict: true };
  expect(await partsOf(whole)).toEqual([{ spf: 'none' }, { dkim: 'pass' }, pass]);
  expect(await partsOf(`${whole}<b>more</b>\r\n`)).toEqual([{ spf: 'none' }, { dkim: 'partial' }, fail]);
  const cut = await signedBy('bank.example', text, { maxBodyLength: 2 });
  expect(await partsOf(cut)).toEqual([{ spf: 'none' }, { dkim: 'partial' }, fail]);
  const also = await signedBy('evil.example', cut);
  expect(await partsOf(also)).toEqual([{ spf: 'none' }, { dkim: 'pass' }, fail]);
});

/** As `receive` asks, which waits 5 s for its thread. */
const asked = started.then(({ address }) =>
  createMailAuth(resolve('functions/receive/auth-thread.ts'), [address]),
);

/** A message of many lines in the header: folded ones, or such that are no field and so end our header. */
const longHeaders: [name: string, lines: string, expected: Partial<AuthResult>][] = [
  ['32,000 folds', `X-A: a\r\n${' a\r\n'.repeat(32_000)}`, {}],
  ['40,000 lines of no field', `<p>Pay now</p><!--\r\n${'x\r\n'.repeat(40_000)}`, {}],
  ['many lines and a signature', `DKIM-Signature: v=1\r\n${' a\r\n'.repeat(32_000)}`, { dkim: 'fail' }],
  [
    'a signature of 200 KB of blanks',
    `DKIM-Signature: v=1; i=${' '.repeat(200_000)}@x\r\n`,
    { dkim: 'fail' },
  ],
  ['signatures for megabytes', `x\r\n${'DKIM-Signature:\r\n'.repeat(900_000)}`, { dkim: 'fail' }],
];
test.each(longHeaders)('a header of %s does not switch DMARC off [R77]', async (_name, lines, expected) => {
  const ask = await asked;
  const message = Buffer.from(`From: ceo@bank.example\r\nSubject: s\r\n${lines}\r\nhi\r\n`);
  const result = await ask({ message, ip: '192.0.2.9', helo: 'x', mail_from: 'a@evil.example' });
  expect(result).toEqual({ spf: 'none', dkim: 'none', ...fail, ...expected });
});

test('behind many lines a second From is found, and SPF decides on DMARC where there is none [R76, R77]', async () => {
  const folds = `X-A: a\r\n${' a\r\n'.repeat(32_000)}`;
  const judged = (text: string) => partsOf(text, { mail_from: 'a@open.example' });
  const one = `From: a@open.example\r\nX\r\n${folds}`;
  expect(await judged(`${one}\r\nhi\r\n`)).toContainEqual({ dmarc: 'pass', strict: true });
  expect(await judged(`${one}FROM :ceo@bank.example\r\n\r\nhi\r\n`)).toContainEqual(fail);
});

test('an SPF record of 64 KB is an error, and takes no time [R53]', async () => {
  const judged = (name: string) =>
    withCpu(() => partsOf('From: ceo@bank.example\r\n\r\nhi\r\n', { mail_from: `a@${name}.evil.example` }));
  expect((await judged('within')).result).toContainEqual({ spf: 'none' });
  const { result, cpu_ms } = await judged('long');
  expect(result).toEqual([{ spf: 'unknown' }, fail, { dkim: 'none' }]);
  expect(cpu_ms).toBeLessThan(500);
});

test('SPF of a domain with an underscore is as that of any other [R53]', async () => {
  const message = 'From: ceo@bank.example\r\n\r\nhi\r\n';
  const judged = (mail_from: string) => partsOf(message, { mail_from });
  const pass = { dmarc: 'pass', strict: true };
  expect(await judged('b_1@mail_1.bank.example')).toEqual([{ spf: 'pass' }, pass, { dkim: 'none' }]);
  expect(await judged('a@m_a_i_l_1_2.bank.example')).toEqual([{ spf: 'pass' }, pass, { dkim: 'none' }]);
  expect(await judged('a@_spf.bank.example')).toEqual([{ spf: 'none' }, fail, { dkim: 'none' }]);
  expect(await judged('a@no_record.bank.example')).toEqual([{ spf: 'none' }, fail, { dkim: 'none' }]);
});

/** A message that bank.example signed with these tags, valid but for what they say. */
function signedWith(tags: string, algorithm: string): string {
  const hash = algorithm.slice('rsa-'.length);
  const bh = createHash(hash).update('hi\r\n').digest('base64');
  const value = `v=1; a=${algorithm}; c=relaxed/relaxed; d=bank.example; ${tags}; h=from; bh=${bh}; b=`;
  const octets = `from:ceo@bank.example\r\ndkim-signature:${value}`;
  const b = createSign(hash).update(octets).sign(pair.privateKey, 'base64');
  return `DKIM-Signature: ${value}${b}\r\nFrom: ceo@bank.example\r\n\r\nhi\r\n`;
}

const tags: [tags: string, algorithm: string, dkim: string][] = [
  ['s=s1', 'rsa-sha256', 'pass'],
  ['s=s_1', 'rsa-sha256', 'pass'],
  ['s=s1; i=a@news.bank.example', 'rsa-sha256', 'pass'],
  ['s=s1; i=news@my_shop.bank.example', 'rsa-sha256', 'pass'],
  ['s=s1; i=user.@Bank.example', 'rsa-sha256', 'pass'],
  ['s=s1; i=a..b@bank.example', 'rsa-sha256', 'pass'],
  ['s=s1; i=@my_bank.example', 'rsa-sha256', 'fail'],
  ['s=s1; i=bank.example', 'rsa-sha256', 'fail'],
  ['s=s1; q=other:dns/txt', 'rsa-sha256', 'pass'],
  ['s=s1', 'rsa-sha1', 'fail'],
  ['s=s1; i=@evil.example', 'rsa-sha256', 'fail'],
  ['s=s1; q=http', 'rsa-sha256', 'fail'],
  ['s=ts; i=@news.bank.example', 'rsa-sha256', 'fail'],
  ['s=ts; i=@my_shop.bank.example', 'rsa-sha256', 'fail'],
  ['s=ts; i=a@bank.example', 'rsa-sha256', 'pass'],
];
test.each(tags)(
  'a signature with %s by %s is a %s (RFC 6376, RFC 8301) [R53]',
  async (given, algorithm, dkim) => {
    expect(Object.assign({}, ...(await partsOf(signedWith(given, algorithm))))).toEqual({
      spf: 'none',
      dkim,
      dmarc: dkim,
      strict: true,
    });
  },
);
