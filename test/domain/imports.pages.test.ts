import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { ProviderRequests } from '../../shared/core/network.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { connectionOf } from '../../shared/domain/imports/connection.ts';
import type { ImportRequest } from '../../shared/domain/imports/import-request.ts';
import { providerAnswer } from '../../shared/domain/imports/provider-answer.ts';
import { providersByName } from '../../shared/domain/imports/providers/providers.ts';
import { listBounds } from '../../shared/domain/imports/read-pages.ts';
import type { Importing } from '../../shared/domain/imports/slice.ts';
import { providerRequests } from '../../shared/net/provider-requests.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';

type Name = keyof typeof providersByName;

/** A request of an import, 25 s long; the clock stands. */
function connected(name: Name, providers: Pick<ProviderRequests, 'get'>) {
  const runtime = { ...systemRuntime(() => 0), sleep: async () => {} };
  const ctx = { runtime, settings: { imports: { slice_s: 25 } }, providers } as unknown as Importing;
  const keys = { api_key: 'x', account_api_key: 'y' };
  const body = { provider: name, region: null, resources: [], dry_run: false, ...keys } as ImportRequest;
  return connectionOf(ctx, body);
}

/** A provider whose every answer is `answer`, by the number of the call. */
function asking(name: Name, answer: (call: number, query: URLSearchParams) => unknown) {
  let calls = 0;
  const get = async ({ path }: { path: string }) => {
    const body = answer(calls++, new URL(path, 'http://x').searchParams);
    return {
      status: 200,
      headers: {},
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    };
  };
  return { connection: connected(name, { get }), calls: () => calls };
}

const numbered = (from: number, n: number) => Array.from({ length: n }, (_, i) => from + i);

test.each([
  ['sendgrid', 50, 'limit', 'offset', 'domain'],
  ['postmark', 500, 'count', 'offset', 'Name'],
  ['mailgun', 1000, 'limit', 'skip', 'name'],
] as const)(
  'domains of %s by pages of %i: every one comes, once [M20]',
  async (name, limit, size, from, field) => {
    for (const n of [0, 1, limit, limit + 1, 3 * limit]) {
      const { connection } = asking(name, (_call, query) => {
        const rows = numbered(0, n).map((id) => ({ id, ID: id, [field]: `d${id}.example` }));
        const page = rows.slice(Number(query.get(from)), Number(query.get(from)) + Number(query.get(size)));
        return {
          sendgrid: page,
          postmark: { TotalCount: n, Domains: page },
          mailgun: { total_count: n, items: page },
        }[name];
      });
      const called = await providersByName[name].domains.list(connection);
      if (called.outcome !== 'ok') throw new Error(called.outcome);
      expect(called.value.map((one) => one.name)).toEqual(numbered(0, n).map((id) => `d${id}.example`));
    }
  },
);

/** Pages without end, each full and unlike the others: what a list may be at most ends them. */
test.each<[string, Name, number, (call: number) => unknown]>([
  [
    'rows',
    'sendgrid',
    listBounds.rows / 50 + 1,
    (call) => numbered(call * 50, 50).map((id) => ({ id, domain: `d${id}` })),
  ],
  [
    'rows',
    'mailgun',
    listBounds.rows / 1000 + 1,
    (call) => ({ total_count: 1e9, items: numbered(call * 1000, 1000).map((id) => ({ name: `d${id}` })) }),
  ],
  [
    'bytes',
    'postmark',
    16,
    (call) => ({ TotalCount: 1e9, Domains: [{ ID: call, Name: 'd', rest: 'x'.repeat(4 * 1024 * 1024) }] }),
  ],
  [
    'pages',
    'postmark',
    listBounds.pages,
    (call) => ({ TotalCount: 1e9, Domains: [{ ID: call, Name: `d${call}` }] }),
  ],
])(
  'domains in endless distinct pages are a bad answer by their %s (%s) [M19, M75]',
  async (_bound, name, most, answer) => {
    const { connection, calls } = asking(name, answer);
    const called = await providersByName[name].domains.list(connection);
    expect([called.outcome, calls()]).toEqual(['bad_answer', most]);
  },
);

test('templates in endless distinct pages are a bad answer [M19, M75]', async () => {
  const link = (call: number) => `https://x/?page_token=${call}`;
  const { connection } = asking('sendgrid', (call) => ({
    result: numbered(call * 200, 200).map((id) => ({ id: `d-${id}`, name: 'n' })),
    _metadata: { next: link(call) },
  }));
  const { list } = providersByName.sendgrid.templates;
  expect(await list(connection, { domain: null, several: false })).toEqual({
    outcome: 'bad_answer',
    status: 200,
  });
});

test('a page that repeats the one before is asked for again, then it is a bad answer [M19]', async () => {
  const { connection, calls } = asking('sendgrid', () =>
    numbered(0, 50).map((id) => ({ id, domain: `d${id}` })),
  );
  const called = await providersByName.sendgrid.domains.list(connection);
  expect([called.outcome, calls()]).toEqual(['bad_answer', 4]);
});

test.each([
  [64, 'ok'],
  [65, 'bad_answer'],
  [100_000, 'bad_answer'],
])('an answer that is %i deep is %s: an id may be of any depth [M19, M75]', (depth, outcome) => {
  const body = Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  expect(providerAnswer({ status: 200, headers: {}, body }, { now: 0, usual_s: 60 }).outcome).toBe(outcome);
});

describe('10 s to the end of the header, then what is left of the request [M16, M19]', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] }));
  afterEach(() => jest.useRealTimers());
  afterAll(stopReceivers);

  test.each([
    [26_000, 'ok'],
    [27_000, 'unavailable'],
  ])('a page whose header is there, and whose last byte comes after %i ms, is %s', async (ms, outcome) => {
    let page: ServerResponse | undefined;
    const { url } = await receiver((_request, response) => {
      page = response;
      response.write('[');
    });
    const goOn = () =>
      setImmediate(() => {
        jest.advanceTimersByTime(ms);
        page?.end(']');
      });
    subscribe('http.client.response.finish', goOn);
    const connection = connected('sendgrid', providerRequests({ sendgrid: url }));
    expect(await providersByName.sendgrid.domains.list(connection)).toMatchObject({ outcome });
    unsubscribe('http.client.response.finish', goOn);
  });

  test('a header that takes 10 s is no answer', async () => {
    const { url } = await receiver(() => jest.advanceTimersByTime(10_000));
    const connection = connected('sendgrid', providerRequests({ sendgrid: url }));
    expect(await providersByName.sendgrid.domains.list(connection)).toMatchObject({ outcome: 'unavailable' });
  });
});
