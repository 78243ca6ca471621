import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import Stripe from 'stripe';
import { systemRuntime } from '../../../shared/core/runtime.ts';
import { newSecret } from '../../../shared/domain/webhooks/endpoints/rotate-secret.ts';
import { serialise } from '../../../shared/domain/webhooks/payload.ts';
import { sign } from '../../../shared/domain/webhooks/sign.ts';
import { cases } from '../../support/whole.ts';

/** A check for a receiver's helper: whether the signature is valid at `now`, in Unix seconds. */
type Signed = { body: string; header: string; secret: string; now: number };

/** The same without the header, as some frameworks present it. */
type Unsigned = Omit<Signed, 'header'> & { header: null };

type Verify = (body: Buffer, header: string | null | undefined, secret: string, now?: number) => boolean;

/** The code in docs/webhooks.md that defines a language's helper. */
function documented(language: string): string {
  const page = readFileSync(join(process.cwd(), 'docs/webhooks.md'), 'utf8');
  const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, name]) => name === language);
  const found = blocks.find(([, , code = '']) => /verify\(/i.test(code) && code.includes('300'));
  if (found?.[2] === undefined) throw new Error(`docs/webhooks.md has no helper in ${language}`);
  return found[2];
}

function node(): Verify {
  const body = documented('js')
    .replace(/^import .*$/m, '')
    .replace('export function', 'return function');
  return new Function('createHmac', 'timingSafeEqual', body)(createHmac, timingSafeEqual) as Verify;
}

/** A program with the helper and a loop. It reads lines of JSON and prints `true` or `false` for each. */
const programs: Record<
  string,
  { file: string; run: (file: string) => [string, string[]]; source: () => string }
> = {
  python: {
    file: 'main.py',
    run: (file) => ['python3', [file]],
    source: () => `${documented('python')}
import base64, json, sys
for line in sys.stdin:
    q = json.loads(line)
    print("true" if verify(base64.b64decode(q["body"]), q["header"], q["secret"], q["now"]) else "false")
`,
  },
  go: {
    file: 'main.go',
    run: (file) => ['go', ['run', file]],
    source: () => `package main
${documented('go').replace('import (', 'import (\n\t"bufio"\n\t"encoding/json"\n\t"fmt"\n\t"os"')}
func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	decoder := json.NewDecoder(in)
	for decoder.More() {
		var q struct {
			Body   []byte
			Header string
			Secret string
			Now    int64
		}
		if err := decoder.Decode(&q); err != nil {
			panic(err)
		}
		fmt.Println(Verify(q.Body, q.Header, q.Secret, q.Now))
	}
}
`,
  },
  php: {
    file: 'main.php',
    run: (file) => ['php', [file]],
    source: () => `<?php
${documented('php')}
while (($line = fgets(STDIN)) !== false) {
    $q = json_decode($line, true);
    echo verify(base64_decode($q['body']), $q['header'], $q['secret'], $q['now']) ? 'true' : 'false', "\\n";
}
`,
  },
  ruby: {
    file: 'main.rb',
    run: (file) => ['ruby', [file]],
    source: () => `${documented('ruby')}
require "json"
require "base64"
STDIN.each_line do |line|
  q = JSON.parse(line)
  puts verify(Base64.decode64(q["body"]), q["header"], q["secret"], q["now"])
end
`,
  },
};

const languages = ['node', ...Object.keys(programs)];

/** Whether this machine can run a helper. */
function isInstalled(language: string): boolean {
  if (language === 'node') return true;
  const [command] = (programs[language] as (typeof programs)[string]).run('');
  return spawnSync('which', [command]).status === 0;
}

/** The documented helper's result for each check. */
function verifyAll(language: string, all: (Signed | Unsigned)[]): boolean[] {
  if (language === 'node') {
    const verify = node();
    return all.map(({ body, header, secret, now }) =>
      verify(Buffer.from(body), header ?? undefined, secret, now),
    );
  }
  const program = programs[language] as (typeof programs)[string];
  const folder = mkdtempSync(join(tmpdir(), 'helper-'));
  try {
    const file = join(folder, program.file);
    writeFileSync(file, program.source());
    const input = all.map((one) =>
      JSON.stringify({ ...one, body: Buffer.from(one.body).toString('base64') }),
    );
    const [command, parameters] = program.run(file);
    const output = execFileSync(command, parameters, { input: input.join('\n'), maxBuffer: 1 << 26 });
    return output
      .toString()
      .trim()
      .split('\n')
      .map((line) => line === 'true');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const count = cases(10_000);
const now = Math.floor(Date.now() / 1000);
const runtime = systemRuntime();

/** What events are made of: any unicode, long texts now and then, and one in 500 as large as they get. */
const texts = fc.oneof(
  { weight: 400, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 99, arbitrary: fc.string({ unit: 'binary', maxLength: 2_000, size: 'max' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('é', '𝄞', 'a', '\u2028', '"')
      .map((c) => c.repeat(250_000 / Buffer.byteLength(c))),
  },
);

/** Signatures as an endpoint gets them, one in ten while its secret is rotated. */
function signatures(): Signed[] {
  const data = fc.sample(fc.record({ subject: texts, tags: fc.array(texts, { maxLength: 2 }) }), {
    numRuns: count,
    seed: 7,
  });
  return data.map((each, i) => {
    const created_at = new Date(now * 1000).toISOString();
    const body = serialise({ id: runtime.id('evt'), type: 'email.sent', created_at, data: each });
    const secret = newSecret({ runtime });
    const others = i % 10 === 0 ? [newSecret({ runtime })] : [];
    const secrets = i % 20 === 0 ? [secret, ...others] : [...others, secret];
    return { body, secret, header: sign(body, secrets, now * 1000), now };
  });
}

const good = signatures();

/** Ways to change a signed request, each of which a receiver must refuse. */
const mutations: ((signed: Signed, i: number) => Signed)[] = [
  (s, i) => {
    const at = i % s.body.length;
    return { ...s, body: `${s.body.slice(0, at)}${s.body[at] === 'x' ? 'y' : 'x'}${s.body.slice(at + 1)}` };
  },
  (s) => ({ ...s, body: `${s.body} ` }),
  (s) => ({ ...s, body: s.body.slice(0, -1) }),
  (s) => ({ ...s, body: '' }),
  (s, i) => ({ ...s, header: s.header.replace(/v1=[0-9a-f]{64}/g, (v) => flip(v, 3 + (i % 64))) }),
  (s) => ({ ...s, header: s.header.replaceAll('v1=', 'v0=') }),
  (s) => ({ ...s, header: s.header.replace(/(v1=[0-9a-f]{63})[0-9a-f]/g, '$1') }),
  (s) => ({ ...s, header: s.header.replace(/v1=[0-9a-f]{64}/g, '$&0') }),
  (s) => ({ ...s, header: s.header.replace(/v1=/g, 'v1= ') }),
  (s) => ({ ...s, header: s.header.replace(/,.*$/, '') }),
  (s) => ({ ...s, header: s.header.replace(/^t=\d+,/, '') }),
  (s, i) => ({ ...s, header: s.header.replace(/t=\d+/, `t=${now + 1 + (i % 299)}`) }),
  (s) => ({ ...s, header: s.header.replace(/t=/, 't=0') }),
  (s) => ({ ...s, header: s.header.replace(/t=(\d+)/, 't=$1.0') }),
  (s) => ({ ...s, header: s.header.replace(/t=(\d+)/, 't=+$1') }),
  (s) => ({ ...s, header: '' }),
  (s) => ({ ...s, secret: s.secret.slice('whsec_'.length) }),
  (s, i) => ({ ...s, secret: flip(s.secret, 6 + (i % 32)) }),
  (s) => ({ ...s, secret: '' }),
  // Signed as it should be, but in the past or in the future.
  (s, i) => ({ ...s, header: sign(s.body, [s.secret], (now + 301 + (i % 100_000)) * 1000) }),
  (s, i) => ({ ...s, header: sign(s.body, [s.secret], (now - 301 - (i % 100_000)) * 1000) }),
  (s) => ({ ...s, header: s.header.replace(/t=\d+/, 't=99999999999999999999') }),
];

function flip(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
}

const bad = good.map((signed, i) =>
  (mutations[i % mutations.length] as (typeof mutations)[number])(signed, i),
);

test(`${count} payloads, unicode and up to 250 KB, are accepted by Stripe's verifier [H20]`, () => {
  const stripe = new Stripe('sk_test_unused');
  expect(Math.max(...good.map(({ body }) => Buffer.byteLength(body)))).toBeGreaterThan(250_000);
  for (const { body, header, secret } of good) stripe.webhooks.constructEvent(body, header, secret, 3_600);
});

describe.each(languages)('the documented helper in %s', (language) => {
  const proven = isInstalled(language) ? test : test.skip;

  proven(
    `H20, E61: accepts ${count} signatures and refuses ${count} mutations`,
    () => {
      const accepted = verifyAll(language, good);
      expect(accepted.length).toBe(count);
      expect(accepted.indexOf(false)).toBe(-1);
      const refused = verifyAll(language, bad);
      expect(refused.length).toBe(count);
      expect(refused.indexOf(true)).toBe(-1);
    },
    120_000,
  );

  proven(
    'E61: exactly 300 s away from the clock is accepted, more is refused, in both directions',
    () => {
      const [one] = good as [Signed];
      const away = [0, -300, 300, -301, 301];
      const signed = away.map((s) => ({ ...one, header: sign(one.body, [one.secret], (now + s) * 1000) }));
      const accepted = verifyAll(language, signed);
      expect(away.map((s, i) => ({ s, accepted: accepted[i] }))).toEqual([
        { s: 0, accepted: true },
        { s: -300, accepted: true },
        { s: 300, accepted: true },
        { s: -301, accepted: false },
        { s: 301, accepted: false },
      ]);
      expect(accepted.length).toBe(away.length);
    },
    60_000,
  );

  proven(
    'refuses a request without the header, and a header that is no UTF-8',
    () => {
      const [one] = good as [Signed];
      const headers = [null, '', ',', 't', 'v1', `t=${now}`, one.header.replace('v1=', 'v1=\u00ff\u0080')];
      // How Python shows octets that are no UTF-8.
      if (language === 'python') headers.push(one.header.replace('v1=', 'v1=\udcff'));
      const unsigned = headers.map((header) => ({ ...one, header }) as Signed);
      expect(verifyAll(language, unsigned)).toEqual(headers.map(() => false));
    },
    60_000,
  );
});
