import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A question for a receiver's helper: is this signature valid at `now` (Unix seconds)? */
export type Signed = { body: string; header: string; secret: string; now: number };

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

export const languages = ['node', ...Object.keys(programs)];

/** Whether this machine can run a helper. */
export function isInstalled(language: string): boolean {
  if (language === 'node') return true;
  const [command] = (programs[language] as (typeof programs)[string]).run('');
  return spawnSync('which', [command]).status === 0;
}

/** What a language's documented helper says to each question. */
export function verifyAll(language: string, all: (Signed | Unsigned)[]): boolean[] {
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
