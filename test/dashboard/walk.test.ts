import { pageGroups } from '../../functions/dashboard/groups.ts';
import { wire } from '../../shared/aws/signed/wire.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { elementsOf, signIn } from '../support/browser.ts';
import { routes } from '../support/routes.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

const strings = {
  plain: 'plain text of a person',
  markup: '"><script>alert(1)</script><img src=x onerror=alert(1)></textarea></title></select><svg onload=x>',
  attribute: `x" autofocus onfocus="alert(1)" style='x' hx-get="/x" hx-on:click='x' data-continue="0`,
  elsewhere: '<meta http-equiv=refresh content=0><base href=//evil.test><form action=//evil.test><!--',
  template: '{{7*7}} $(7*7) #{7*7} <%= 7 %> javascript:alert(1) &lt;b&gt; &#x3c;b&#x3e;',
  direction: 'a\u202Egnp.exe\u2066\u200Bz\u{FEFF}',
};

/** Fields of filters and of places, as pages read them from their URL. */
const parameters = [
  ...[
    'q',
    'to',
    'from',
    'subject',
    'tag',
    'status',
    'since',
    'until',
    'template',
    'category',
    'tenant',
    'email',
  ],
  ...['cursor', 'limit', 'done', 'next', 'name', 'reason', 'event', 'type', 'request', 'account', 'days'],
];

/** An account with an object of each kind whose words are this text; ids by the first part of their pages. */
async function peopled(text: string) {
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, routes, api_key);
  const make = async (path: string, body: object) => {
    const made = await call('POST', path, { body });
    if (made.status >= 300) throw new Error(`POST ${path}: ${made.text}`);
    const [object] = Object.values(made.body) as [string | { id: string }];
    return typeof object === 'string' ? ((made.body as { id?: string }).id ?? '') : object.id;
  };
  const content = { subject: text, text, html: `<p>${text}</p>` };
  const ids: Record<string, string> = {
    emails: await make('/emails', { ...content, from: `a@${domain}`, to: 'b@acme.test' }),
    templates: await make('/templates', { ...content, name: text, alias: 'one' }),
    webhooks: await make('/webhooks', { url: 'https://hooks.acme.test/in', description: text }),
    tenants: await make('/tenants', { external_id: 'one', name: text }),
    suppressions: await make('/suppressions', { email: 'off@acme.test', note: text }),
    'api-keys': await make('/api-keys', { name: text, scopes: ['emails:send'] }),
    'smtp-credentials': await make('/smtp-credentials', { name: text }),
    domains: domain,
  };
  return { account, ids, browser: await signIn(ctx, account) };
}

/** What a page is made of, without its words: what isolates them and names unseen characters may differ (D36). */
const skeletonOf = (html: string): string[] =>
  elementsOf(html)
    .filter(({ name }) => name !== 'mark' && name !== 'bdi')
    .map(({ name, attributes }) => `${name} ${Object.keys(attributes).sort().join(' ')}`);

async function pages(method: 'GET' | 'POST'): Promise<string[]> {
  const groups = await Promise.all(Object.values(pageGroups(ctx)).map((load) => load()));
  const declared = groups.flat().filter((page) => page.method === method && !page.open);
  // The html of a mail is shown as it is, in a frame that is locked (D35).
  return [...new Set(declared.map(({ path }) => path))].filter((path) => !path.endsWith('/content')).sort();
}

const pathOf = (path: string, ids: Record<string, string>) =>
  path.replace(/\{\w+\}/g, ids[path.split('/')[1] ?? ''] ?? 'x');

type World = Awaited<ReturnType<typeof peopled>>;
let worlds: Map<string, World>;
beforeAll(async () => {
  worlds = new Map(
    await Promise.all(
      Object.entries(strings).map(async ([name, text]) => [name, await peopled(text)] as const),
    ),
  );
});
const worldOf = (name: string) => worlds.get(name) as World;

/** The skeletons of all pages, of objects of one text, asked with another one. */
async function skeletons(world: World, asked: string | null): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const query = new URLSearchParams(parameters.map((name) => [name, asked ?? '']));
  for (const path of await pages('GET')) {
    // A page every two seconds is below the rate of any plan.
    clock.advance(2_000);
    const { status, text, location } = await world.browser.get(
      `${pathOf(path, world.ids)}${asked === null ? '' : `?${query}`}`,
    );
    if (location !== null) expect([path, location.startsWith('/')]).toEqual([path, true]);
    found[path] = [status, skeletonOf(text)];
  }
  return found;
}

const hostile = Object.keys(strings).filter((name) => name !== 'plain') as (keyof typeof strings)[];

test.each(hostile)('D36: %s in every object leaves every page as plain text does', async (name) => {
  expect(await skeletons(worldOf(name), null)).toEqual(await skeletons(worldOf('plain'), null));
});

test.each(hostile)('D36: %s in every parameter leaves every page as plain text does', async (name) => {
  const world = worldOf('plain');
  expect(await skeletons(world, strings[name])).toEqual(await skeletons(world, strings.plain));
});

test.each(hostile)(
  'D36: %s in every field of every form that is refused comes back as text',
  async (name) => {
    const { account, browser, ids } = worldOf('plain');
    const fields = [
      ...parameters,
      'url',
      'html',
      'text',
      'alias',
      'description',
      'scopes',
      'events',
      'note',
      'confirm',
    ];
    for (const path of await pages('POST')) {
      if (/^\/(sign-out|settings|accounts)/.test(path)) continue;
      const shown = async (text: string) => {
        clock.advance(2_000);
        const form = { ...Object.fromEntries(fields.map((field) => [field, text])), account: account.id };
        const answer = await browser.post(pathOf(path, { ...ids, domains: 'x', emails: 'x' }), form);
        return [path, answer.status, skeletonOf(answer.text)];
      };
      const [, status, skeleton] = await shown(strings[name]);
      const [, plainStatus, plain] = await shown(strings.plain);
      if (status === plainStatus) expect([path, skeleton]).toEqual([path, plain]);
      expect([path, Number(status) < 500]).toEqual([path, true]);
    }
  },
);

/** Requests are counted, by pages as by the API, and a session notes when it was last seen (D11). */
const counters = /"pk":"(RATE|SESSION)#/;

const keyOf = (input: object): string => JSON.stringify(input);

test('no GET of any page of any object writes to the table', async () => {
  const world = worldOf('plain');
  const written: string[] = [];
  const { pass } = wire;
  let at = '';
  wire.pass = (call, next) => {
    if (call.service === 'dynamodb' && /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(call.operation))
      written.push(`GET ${at}: ${call.operation} ${keyOf(call.input)}`);
    return pass(call, next);
  };
  try {
    for (at of await pages('GET')) {
      clock.advance(2_000);
      await world.browser.get(pathOf(at, world.ids));
    }
  } finally {
    wire.pass = pass;
  }
  expect(written.filter((line) => !counters.test(line))).toEqual([]);
});
