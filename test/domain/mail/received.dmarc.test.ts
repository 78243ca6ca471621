import { createHash } from 'node:crypto';
import type { AuthResult } from '../../../shared/core/mail-auth.ts';
import { readAuthor } from '../../../shared/mail/received/read-header.ts';
import { mailChecker } from '../../../shared/net/mail-auth.ts';
import { startNameServer } from '../../support/name-server.ts';

/** bank.example refuses what fails; names with `silent` never get an answer, all others do not exist. */
const records: Record<string, string> = {
  '_dmarc.bank.example': 'v=DMARC1; p=reject',
  'broken.bank.example': 'v=spf1 wat:x -all',
  'bank.example': 'v=spf1 ip4:192.0.2.1 -all',
};
const started = startNameServer((name, type) => {
  if (name.includes('silent')) return null;
  const record = type === 'TXT' ? records[name] : undefined;
  return record === undefined
    ? { answers: [], flags: 3 }
    : { answers: [{ type: 'TXT', name, data: record }] };
});
afterAll(async () => (await started).close());

const check = mailChecker(readAuthor);

/** Else a signature fails before its key is asked for. */
const bodyHash = createHash('sha256').update('hi\r\n').digest('base64');

async function judge(mail_from: string, signatures: [domain: string, selector: string][]) {
  const signed = signatures.map(
    ([domain, selector]) =>
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector}; h=from; bh=${bodyHash}; b=eA==\r\n`,
  );
  const message = Buffer.from(`${signed.join('')}From: ceo@bank.example\r\n\r\nhi\r\n`);
  const result: Partial<AuthResult> = {};
  const servers = [(await started).address];
  await check({ message, ip: '192.0.2.9', helo: 'x', mail_from, servers }, (part) =>
    Object.assign(result, part),
  );
  return result;
}

const fail = { dmarc: 'fail', strict: true };
const open = { dmarc: 'unknown', strict: false };

/** All at once: each waits for the silent server. */
test('R77: a silent or broken server of another domain does not switch DMARC off; one of the domain itself leaves it open', async () => {
  const none: [string, string][] = [];
  expect(
    await Promise.all([
      judge('a@silent.evil.example', none),
      judge('a@evil.example', [['silent.evil.example', 's']]),
      judge('a@silent.evil.example', [
        ['bank.example', 'gone'],
        ['silent.evil.example', 's'],
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
    { spf: 'none', dkim: 'none', ...fail },
    { spf: 'unknown', dkim: 'none', ...open },
    { spf: 'unknown', dkim: 'none', ...open },
    { spf: 'none', dkim: 'unknown', ...open },
  ]);
}, 10_000);
