import { wire } from '../../shared/aws/wire.ts';
import { testClock, testContext } from '../support/api.ts';
import { elementsOf } from '../support/browser.ts';
import { declared, pathOf, peopled } from '../support/dashboard-world.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

const strings = {
  plain: 'plain text of a person',
  markup: '"><script>alert(1)</script><img src=x onerror=alert(1)></textarea></title></select><svg onload=x>',
  attribute: `x" autofocus onfocus="alert(1)" style='x' hx-get="/x" hx-on:click='x' hx-trigger="load`,
  elsewhere: '<meta http-equiv=refresh content=0><base href=//evil.test><form action=//evil.test><!--',
  characters: '{{7*7}} $(7*7) #{7*7} <%= 7 %> &lt;b&gt; &#x3c;b&#x3e; a\u202Egnp.exe\u2066\u200Bz\u{FEFF}',
};

/** Fields of filters and of places, as pages read them from their URL. */
const parameters = [
  ...['q', 'to', 'from', 'subject', 'tag', 'status', 'since', 'until', 'template', 'category', 'tenant'],
  ...[
    'cursor',
    'limit',
    'done',
    'next',
    'name',
    'reason',
    'event',
    'type',
    'request',
    'account',
    'days',
    'email',
  ],
];

/** What a page is made of, without its words: what isolates them and names unseen characters may differ (D36). */
const skeletonOf = (html: string): string[] =>
  elementsOf(html)
    .filter(({ name }) => name !== 'mark' && name !== 'bdi')
    .map(({ name, attributes }) => `${name} ${Object.keys(attributes).sort().join(' ')}`);

/** The html of a mail is shown as it is, in a frame that is locked (D35). */
const pages = async (method: 'GET' | 'POST') =>
  (await declared(ctx, method))
    .map(({ path }) => path)
    .filter((path) => !path.endsWith('/content'))
    .sort();

type World = Awaited<ReturnType<typeof peopled>>;
let worlds: Map<string, World>;
beforeAll(async () => {
  worlds = new Map(
    await Promise.all(
      Object.entries(strings).map(async ([name, text]) => [name, await peopled(ctx, text)] as const),
    ),
  );
});
const worldOf = (name: string) => worlds.get(name) as World;

/** A search finds in the world whose objects have the text that it is asked for. */
const finder = (path: string, asked: string | null, world: World): World => {
  const [name] = Object.entries(strings).find(([, text]) => text === asked) ?? [];
  return path === '/search' && name ? worldOf(name) : world;
};

type Skeletons = Record<string, [status: number, page: unknown]>;

/** The skeletons of all pages, of objects of one text, asked with another one. */
async function skeletons(world: World, asked: string | null): Promise<Skeletons> {
  const found: Skeletons = {};
  const query = new URLSearchParams(parameters.map((name) => [name, asked ?? '']));
  for (const path of await pages('GET')) {
    // A page every two seconds is below the rate of any plan.
    clock.advance(2_000);
    const { status, headers, text, location } = await finder(path, asked, world).browser.get(
      `${pathOf(path, world.ids)}${asked === null ? '' : `?${query}`}`,
    );
    if (location !== null) expect({ path, local: location.startsWith('/') }).toEqual({ path, local: true });
    // A file is no page: browsers store it as what it says that it is (nosniff).
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? true;
    found[path] = [status, isPage ? skeletonOf(text) : headers.get('content-type')];
  }
  return found;
}

/** What all other texts are compared with, asked once: `null` is no parameters, else their text. */
const plainPages = new Map<string | null, Promise<Skeletons>>();
function plainSkeletons(asked: string | null): Promise<Skeletons> {
  const known = plainPages.get(asked) ?? skeletons(worldOf('plain'), asked);
  plainPages.set(asked, known);
  return known;
}

const hostile = Object.keys(strings).filter((name) => name !== 'plain') as (keyof typeof strings)[];

test('the pages of objects show objects', async () => {
  for (const [path, [status]] of Object.entries(await plainSkeletons(null))) {
    if (!path.includes('{')) continue;
    expect([path, status]).toEqual([path, path.endsWith('rotate-dkim') ? expect.any(Number) : 200]);
  }
});

test.each(hostile)('%s in every object leaves every page as plain text does [D36]', async (name) => {
  expect(await skeletons(worldOf(name), null)).toEqual(await plainSkeletons(null));
});

test.each(hostile)('%s in every parameter leaves every page as plain text does [D36]', async (name) => {
  expect(await skeletons(worldOf('plain'), strings[name])).toEqual(await plainSkeletons(strings.plain));
});

const fields = [
  ...parameters,
  ...['url', 'html', 'text', 'alias', 'description', 'scopes', 'events', 'note', 'confirm'],
];

test.each(hostile)(
  '%s in every field of every form that is refused comes back as text [D36]',
  async (name) => {
    const { account, browser, ids } = worldOf('plain');
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
      expect({ path, served: Number(status) < 500 }).toEqual({ path, served: true });
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
