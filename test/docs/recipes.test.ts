import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { sign } from '../../shared/domain/webhooks/sign.ts';
import { blocksOf } from '../support/doc-blocks.ts';

const pages = ['nextjs', 'django', 'laravel', 'rails'].map((name) => `docs/recipes/${name}.md`);
const filesOf = (page: string, language: string) =>
  blocksOf(page)
    .filter((block) => block.language === language)
    .map(({ info, text }) => ({ file: info, text }));
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

const secret = `whsec_${'ab12'.repeat(8)}`;
const event = JSON.stringify({
  ...{ id: 'evt_1', type: 'email.bounced', created_at: '2026-11-21T10:00:00.000Z' },
  data: { recipient: 'ann@example.net', bounce_type: 'hard' },
});
const signature = sign(event, [secret], Date.now());

let folder: string;
beforeAll(() => {
  // Below the repository, so that the code finds the SDK.
  mkdirSync('.local', { recursive: true });
  folder = mkdtempSync(resolve('.local/recipes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test('a recipe creates its endpoint, and names the file of each block', () => {
  for (const page of pages) {
    const blocks = blocksOf(page);
    expect([page, blocks.some(({ text }) => text.includes('"$BASE_URL/webhooks"'))]).toEqual([page, true]);
    const unnamed = blocks.filter(
      ({ language, info }) => !['sh', 'text'].includes(language) && !/\.\w+$/.test(info),
    );
    expect([page, unnamed]).toEqual([page, []]);
  }
});

const nextStubs = {
  'stubs/next.ts':
    'export const running: Promise<void>[] = [];\nexport const after = (work: () => Promise<void>) => void running.push(work());',
  'stubs/users.ts': `export const calls: unknown[] = [];
export async function findUser(email: string) { return email === 'ann@example.net' ? { id: 'u1', email } : undefined; }
export async function saveReset(reset: { userId: string; hash: string; expiresAt: Date }) { calls.push(reset); }
export async function markUndeliverable(email: string) { calls.push(email); }`,
};

test('the recipe for Next.js compiles, mails a link, and takes only signed events', async () => {
  const sources = Object.fromEntries(
    filesOf('docs/recipes/nextjs.md', 'ts').map(({ file, text }) => [file, text]),
  );
  expect(Object.keys(sources)).toEqual(['app/forgot-password/actions.ts', 'app/api/mailwright/route.ts']);
  const paths = { 'next/server': ['./stubs/next.ts'], '@/lib/users': ['./stubs/users.ts'] };
  const options = {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    strict: true,
    noEmit: true,
  };
  const compilerOptions = { ...options, skipLibCheck: true, types: ['node'], paths };
  write({
    ...sources,
    ...nextStubs,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['**/*.ts'] }),
  });
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  write({
    'main.ts': `
import { requestReset } from './app/forgot-password/actions.ts';
import { POST } from './app/api/mailwright/route.ts';
import { running } from 'next/server';
import { calls } from '@/lib/users';
const sent: unknown[] = [];
globalThis.fetch = async (url, init) => {
  const headers = new Headers(init?.headers);
  sent.push({ url: String(url), key: headers.get('idempotency-key'), body: JSON.parse(String(init?.body)) });
  return Response.json({ id: 'msg_1', status: 'sent' });
};
for (const email of [' Ann@Example.net', 'unknown@example.net']) {
  const form = new FormData();
  form.set('email', email);
  await requestReset(form);
}
await Promise.all(running);
const post = async (headers: Record<string, string>) =>
  (await POST(new Request('https://x.example', { method: 'POST', body: ${JSON.stringify(event)}, headers }))).status;
const statuses = [await post({ 'service-signature': ${JSON.stringify(signature)} }), await post({})];
console.log(JSON.stringify({ sent, calls, statuses }));`,
  });
  const alias = {
    'next/server': join(folder, 'stubs/next.ts'),
    '@/lib/users': join(folder, 'stubs/users.ts'),
  };
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [join(folder, 'main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    alias,
  });
  const own = {
    MAILWRIGHT_API_KEY: 'svc_x',
    MAILWRIGHT_BASE_URL: 'https://mail.example/api',
    APP_URL: 'https://a.example',
  };
  const env = { ...process.env, ...own, MAILWRIGHT_WEBHOOK_SECRET: secret, MAIL_FROM: 'hello@acme.test' };
  const seen = JSON.parse(execFileSync(process.execPath, [outfile], { env, encoding: 'utf8' }));
  const [reset, bounced] = seen.calls;
  expect(seen.sent).toEqual([
    {
      url: 'https://mail.example/api/emails',
      key: `reset-${reset.hash}`,
      body: expect.objectContaining({
        from: 'hello@acme.test',
        to: 'ann@example.net',
        tags: { kind: 'password-reset' },
      }),
    },
  ]);
  expect(seen.sent[0].body.text).toMatch(/ https:\/\/a\.example\/reset-password\?token=[\w-]{43}$/);
  expect([bounced, seen.statuses]).toEqual(['ann@example.net', [204, 400]]);
});

/** What the code imports of Django and requests, as far as it uses them. */
const djangoStubs = `
import json, os, sys, types
def module(name, **names):
    made = sys.modules[name] = types.ModuleType(name)
    for key, value in names.items(): setattr(made, key, value)
    return made
for name in ["django", "django.contrib", "django.contrib.auth", "django.views", "django.views.decorators", "app"]:
    module(name).__path__ = []
class PasswordResetForm: pass
module("django.contrib.auth.forms", PasswordResetForm=PasswordResetForm)
loader = types.SimpleNamespace(render_to_string=lambda name, context: f"{name}\\n{context['token']}")
module("django.template", loader=loader)
class HttpResponse:
    def __init__(self, content="", status=200): self.status = status
module("django.http", HttpResponse=HttpResponse)
module("django.views.decorators.csrf", csrf_exempt=lambda view: view)
module("django.views.decorators.http", require_POST=lambda view: view)
marked, sent = [], []
module("app.models", mark_undeliverable=marked.append)
class RequestException(Exception): pass
def post(url, headers, json, timeout):
    sent.append({"url": url, "headers": headers, "json": json})
    def raise_for_status():
        if json["to"] == "gone@example.net": raise RequestException("422")
    return types.SimpleNamespace(raise_for_status=raise_for_status)
module("requests", post=post, RequestException=RequestException)
given = json.load(sys.stdin)
def load(code):
    names = {"__name__": "app.views", "__package__": "app"}
    exec(code, names)
    return names
form = load(given["form"])["MailwrightPasswordResetForm"]()
context = {"uid": "MQ", "token": "c1-abc"}
for to in ["ann@example.net", "gone@example.net"]:
    form.send_mail("subject.txt", "email.html", context, None, to)
view = load(given["view"])["mailwright_webhook"]
def call(headers):
    return view(types.SimpleNamespace(body=given["event"].encode(), headers=headers)).status
statuses = [call({"Service-Signature": given["signature"]}), call({}), call({"Service-Signature": "t=1,v1=00"})]
print(json.dumps({"sent": sent, "marked": marked, "statuses": statuses}))
`;

(has('python3') ? test : test.skip)(
  'the recipe for Django mails the reset, and takes only signed events',
  () => {
    const [form, urls, view] = filesOf('docs/recipes/django.md', 'python').map(({ text }) => text);
    const env = {
      ...process.env,
      MAILWRIGHT_BASE_URL: 'https://mail.example/api',
      MAILWRIGHT_API_KEY: 'svc_x',
    };
    const output = execFileSync('python3', ['-c', djangoStubs], {
      input: JSON.stringify({ form, view, event, signature }),
      env: { ...env, MAILWRIGHT_WEBHOOK_SECRET: secret, MAIL_FROM: 'hello@acme.test' },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const { sent, marked, statuses } = JSON.parse(output);
    expect(sent[0]).toEqual({
      url: 'https://mail.example/api/emails',
      headers: {
        Authorization: 'Bearer svc_x',
        'Idempotency-Key': expect.stringMatching(/^reset-[0-9a-f]{64}$/),
      },
      json: {
        ...{ from: 'hello@acme.test', to: 'ann@example.net', subject: 'subject.txt c1-abc' },
        ...{ text: 'email.html\nc1-abc', tags: { kind: 'password-reset' } },
      },
    });
    // A refused email raises no error, which would tell the address from an unknown one.
    expect(sent.length).toBe(2);
    expect([marked, statuses]).toEqual([['ann@example.net'], [204, 400, 400]]);
    execFileSync('python3', ['-c', 'import sys; compile(sys.stdin.read(), "urls.py", "exec")'], {
      input: urls,
    });
  },
);

/** Code without the space between its words, and without a method's visibility. */
const bare = (code: string) => code.replace(/\bprivate function\b/g, 'function').replace(/\s+/g, '');

test.each([
  ['django', 'python'],
  ['laravel', 'php'],
  ['rails', 'ruby'],
])(
  'the recipe for %s checks signatures with the code of docs/webhooks.md, whose tests run it',
  (name, language) => {
    const [documented] = filesOf('docs/webhooks.md', language).filter(({ text }) => text.includes('300'));
    const start = documented?.text.search(/^(?:def|function) verify/m) ?? -1;
    expect(start).toBeGreaterThanOrEqual(0);
    const all = filesOf(`docs/recipes/${name}.md`, language).map(({ text }) => text);
    expect(bare(all.join('\n'))).toContain(bare(documented?.text.slice(start) ?? ''));
  },
);

test.each([
  ['laravel', 'php', ['-l']],
  ['rails', 'ruby', ['-c']],
] as const)(
  'the recipe for %s has no syntax error, where the language is installed',
  (name, language, args) => {
    for (const { file, text } of has(language) ? filesOf(`docs/recipes/${name}.md`, language) : []) {
      write({ [file]: text });
      execFileSync(language, [...args, join(folder, file)]);
    }
  },
);

test('the fields that recipes send are fields of the API', () => {
  const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  const known = Object.keys(components.schemas.SendRequest.properties);
  const rails = filesOf('docs/recipes/rails.md', 'ruby')[0]?.text ?? '';
  const body = rails.split('def message(mail)')[1]?.split('}.compact')[0] ?? '';
  const sent = [...body.matchAll(/^ {6}(\w+): /gm)].map(([, field = '']) => field);
  expect(sent.length).toBe(9);
  expect(sent.filter((field) => !known.includes(field))).toEqual([]);
});
