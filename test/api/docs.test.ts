import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { routeGroups } from '../../functions/routes.ts';
import { docPages } from '../../infra/docs/pages.ts';
import { inProcess } from '../support/api.ts';
import { automationWorld } from '../support/automations.ts';
import { blocksOf, requestIn, shownAnswer } from '../support/doc-blocks.ts';
import { servedApi } from '../support/served-api.ts';

const run = promisify(execFile);
const pages = docPages().map(({ source }) => source);
const routes = Object.values(routeGroups).flat();

/** Languages of blocks that tests of their own run, in the order of the page. */
const elsewhere: Record<string, { test: string; languages: string[] }> = {
  'docs/quick-start.md': { test: 'test/journeys/quick-start.test.ts', languages: ['sh', 'js'] },
  'docs/cli.md': { test: 'test/cli/docs.test.ts', languages: ['sh'] },
  'docs/mcp.md': { test: 'test/mcp/program.test.ts', languages: ['json'] },
  'docs/sdk.md': { test: 'test/sdk/docs.test.ts', languages: ['ts', 'js'] },
  'docs/inbound.md': { test: 'test/journeys/inbound-docs.test.ts', languages: ['sh'] },
  'docs/recipes/nextjs.md': { test: 'test/docs/recipes.test.ts', languages: ['ts'] },
  'docs/recipes/django.md': { test: 'test/docs/recipes.test.ts', languages: ['python'] },
  'docs/recipes/laravel.md': { test: 'test/docs/recipes.test.ts', languages: ['php'] },
  'docs/recipes/rails.md': { test: 'test/docs/recipes.test.ts', languages: ['ruby'] },
  'docs/webhooks.md': { test: 'test/domain/webhooks/docs.test.ts', languages: ['go', 'php', 'ruby'] },
};

const known = ['http', 'json', 'sh', 'js', 'ts', 'python', 'go', 'php', 'ruby', 'text'];
const isNorun = (info: string) => info.startsWith('norun');

test('every block says its language; one in ten at most is not run, with a reason [D52]', () => {
  const blocks = pages.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));
  const named = ({ page, line }: { page: string; line: number }) => `${page}:${line}`;
  expect(blocks.filter(({ language }) => !known.includes(language)).map(named)).toEqual([]);
  const norun = blocks.filter(({ info }) => isNorun(info));
  expect(norun.filter(({ info }) => !/^norun \S+ \S+/.test(info)).map(named)).toEqual([]);
  for (const { test: path } of Object.values(elsewhere))
    expect({ path, exists: existsSync(path) }).toEqual({ path, exists: true });
  expect(norun.length * 10).toBeLessThanOrEqual(blocks.filter(({ language }) => language !== 'text').length);
});

/** Objects that a page has made, the newest of each kind, as `{email}` in requests and `$EMAIL` in commands. */
function newest(domain: string) {
  const now = Date.now();
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const ids: Record<string, string> = { domain, in_two_days: inDays(2), in_three_days: inDays(3) };
  const singular: Record<string, (one: Record<string, unknown>) => unknown> = {
    template: ({ alias, id }) => alias ?? id,
    tenant: ({ external_id }) => external_id,
    domain: ({ name }) => name,
  };
  return {
    ids,
    fill: (text: string) =>
      text.replaceAll('acme.test', domain).replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole),
    note: (body: Record<string, unknown>) => {
      if (typeof body.id === 'string') ids[body.id.startsWith('msg_') ? 'email' : 'id'] = body.id;
      const [first] = Array.isArray(body.runs) ? body.runs : [];
      for (const [kind, value] of Object.entries({ ...body, run: first ?? body.run })) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        const name = singular[kind]?.(value as Record<string, unknown>) ?? (value as { id?: unknown }).id;
        if (typeof name === 'string') ids[kind] = name;
      }
    },
  };
}

let api = { base_url: '', close: () => {} };
afterEach(() => api.close());

type World = Awaited<ReturnType<typeof automationWorld>>;

/** A language that this machine does not have is no fault of the page. */
const faultOf = (error: { code?: unknown }) =>
  error.code === 'ENOENT' ? { stdout: '' } : { stdout: '', fault: String(error) };

/** How a block of a language is run. */
const programs: Record<string, (code: string) => [string, string[]]> = {
  sh: (code) => ['bash', ['-ec', `curl() { command curl -sS --fail-with-body "$@"; }\n${code}`]],
  js: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  ts: (code) => [process.execPath, ['--input-type=module-typescript', '-e', code]],
  python: (code) => ['python3', ['-c', code]],
};

const valuesOf = ({ settings }: World['ctx'], text: string) =>
  text
    .replaceAll('{base_url}', settings.base_url)
    .replaceAll('{dashboard_url}', settings.dashboard_url)
    .replaceAll('{smtp_host}', settings.smtp_host)
    .replaceAll('{smtp_port}', String(settings.smtp_port));

test.each(pages.filter((page) => blocksOf(page).length > 0))(
  'the examples of %s do what they say [D52]',
  async (page) => {
    const blocks = blocksOf(page);
    const world = await automationWorld();
    const call = inProcess(world.ctx, routes, world.api_key);
    api = await servedApi(world.ctx);
    const made = newest(world.domain);
    let answer: Record<string, unknown> | null = null;
    for (const { language, info, text, line } of blocks) {
      const at = `${page}:${line}`;
      const before = answer;
      answer = null;
      if (isNorun(info) || language === 'text' || elsewhere[page]?.languages.includes(language)) continue;
      if (language === 'json') {
        const shown = shownAnswer(made.fill(valuesOf(world.ctx, text)));
        if (before) expect({ at, ...before }).toMatchObject({ at, ...shown });
      } else if (language === 'http') {
        const { method, path, headers, raw } = requestIn(text);
        const request = { headers, ...(raw === '' ? {} : { raw: made.fill(raw) }) };
        const { status, body } = await call(method, made.fill(path), request);
        const wanted = /^\d{3}$/.test(info) ? Number(info) : status < 300 ? status : '2xx';
        expect([at, status, body.error]).toEqual([at, wanted, status < 300 ? undefined : expect.anything()]);
        made.note(body);
        await world.work();
        answer = body;
      } else {
        const [program, given] = programs[language]?.(made.fill(text)) ?? ['false', []];
        const variables = Object.entries(made.ids).map(([name, value]) => [name.toUpperCase(), value]);
        const own = { BASE_URL: api.base_url, API_KEY: world.api_key, MAILWRIGHT_BASE_URL: api.base_url };
        const env = {
          ...process.env,
          ...own,
          MAILWRIGHT_API_KEY: world.api_key,
          ...Object.fromEntries(variables),
        };
        const done = await run(program, given, { env }).catch(faultOf);
        expect({ at, ...done }).not.toHaveProperty('fault');
        if (language === 'sh' && /^\s*\{/.test(done.stdout)) {
          answer = JSON.parse(done.stdout);
          made.note(answer ?? {});
        }
      }
    }
  },
);
