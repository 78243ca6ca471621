import { execFileSync } from 'node:child_process';
import { parse } from 'parse5';
import { noCounts } from '../../shared/core/records/counters.ts';
import { type Client, testContext } from '../support/api.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

type Node = { nodeName: string; value?: string; attrs?: { name: string }[]; childNodes?: Node[] };

const textOf = ({ value = '', childNodes = [] }: Node): string => value + childNodes.map(textOf).join('');

/** The texts of what a page offers to copy as a command. */
function commandsIn(node: Node): string[] {
  if (node.nodeName === 'section' && node.attrs?.some(({ name }) => name === 'data-copy'))
    return [textOf(node)];
  return (node.childNodes ?? []).flatMap(commandsIn);
}

/** What a shell gives to curl. */
const argumentsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${line}`], {
    env: { MAILWRIGHT_API_KEY: 'the-key' },
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1);

const ownDomains = async (call: Client) => (await call('GET', '/domains')).body.domains as { id: string }[];

const lists = {
  // Of a domain that is not there yet.
  '/emails': 403,
  '/templates': 201,
  '/domains': 201,
  '/tenants': 201,
  '/suppressions': 201,
  '/opt-outs': 200,
  '/webhooks': 200,
  '/received': 200,
  '/inbound-routes': 404,
  '/blocked-senders': 201,
  '/automations': 201,
  '/smtp-credentials': 201,
};

test.each(Object.entries(lists))(
  'the empty page %s says what its first object is, as a request that this deployment answers %d [D30]',
  async (page, status) => {
    const { browser, call } = await owner(ctx);
    for (const { id } of await ownDomains(call)) await call('DELETE', `/domains/${id}`);
    const { text } = await browser.get(page);
    const [line = ''] = commandsIn(parse(text) as unknown as Node);
    const [url = '', ...rest] = argumentsOf(line);
    expect(rest.slice(0, 2)).toEqual(['-H', 'authorization: Bearer the-key']);
    const body = rest.includes('-d') ? JSON.parse(rest.at(-1) ?? '') : undefined;
    const { base_url } = ctx.settings;
    expect(url.startsWith(`${base_url}/`)).toBe(true);
    const answer = await call(body ? 'POST' : 'GET', url.slice(base_url.length), { body });
    expect([answer.status, answer.body.error?.code ?? null]).toEqual([
      status,
      { 403: 'domain_not_verified', 404: 'not_found' }[status as number] ?? null,
    ]);
  },
);

test('the overview leads to the first API key where there is none [D24]', async () => {
  const { account, own, browser } = await owner(ctx);
  const step = '<a href="/api-keys/new">Create an API key</a>';
  expect((await browser.get('/')).text).not.toContain(step);
  for (const key of (await ctx.keys.list(account.id, { limit: 10, before: null })).entries)
    await browser.post(`/api-keys/${key.id}/delete`, own);
  expect((await browser.get('/')).text).toContain(step);
});

test.each([
  [14, 2, 'too few results to judge (16 of 200)'],
  [190, 10, 'at risk'],
  [199, 1, 'healthy'],
])('of %d delivered and %d bounced the overview says: %s [D24, A52]', async (delivered, bounced, words) => {
  const { browser } = await owner(ctx);
  const { readDays } = ctx.counters;
  ctx.counters.readDays = async () => [{ ...noCounts(), period: '2026-11-24', delivered, bounced }];
  const { text } = await browser.get('/').finally(() => {
    ctx.counters.readDays = readDays;
  });
  const health = /<dt>Health<\/dt><dd>(.*?)<\/dd>/.exec(text)?.[1] ?? '';
  expect(health.replace(/<[^>]*>/g, '')).toBe(words);
});

test('a part of the overview that cannot be read says so, and the others are shown [D30]', async () => {
  const { browser } = await owner(ctx);
  const { list } = ctx.emails;
  ctx.emails.list = async () => Promise.reject(new Error('the table is away'));
  const failed = await browser.get('/').finally(() => {
    ctx.emails.list = list;
  });
  expect({ status: failed.status, bounceRate: failed.text.includes('Bounce rate') }).toEqual({
    status: 200,
    bounceRate: true,
  });
  expect(failed.text).toContain('Failures couldn’t be loaded. <a href="/">Try again</a>');
  expect(failed.text).toMatch(/request <code>req_/);
  expect(failed.text).not.toContain('the table is away');
  expect((await browser.get('/')).text).toContain('No emails failed or bounced.');
});
