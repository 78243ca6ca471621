import { type Asked, type Reply, type Row, standIn } from './stand-in.ts';

export const serverToken = '5f0e7c1a-server-token';
export const accountToken = '9d2b6f3c-account-token';

const invalid = {
  status: 401,
  body: { ErrorCode: 10, Message: 'The Server Token you provided is invalid.' },
};
const unknown = { status: 404, body: { ErrorCode: 1226, Message: 'Not found.' } };

type Stream = { ID: string; MessageStreamType: string; ArchivedAt: string | null };

/** A stream's dump in pieces of 1,000 rows, because it may be larger than memory. */
function* dump(rows: Iterable<unknown>): Generator<string> {
  yield '{"Suppressions":[';
  let piece = '';
  let n = 0;
  for (const row of rows) {
    piece += `${n === 0 ? '' : ','}${JSON.stringify(row)}`;
    if (++n % 1000 === 0) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

/**
 * A Postmark server and its account behind Postmark's own protocol: two kinds of tokens, lists by `count` and
 * `offset`, and unpaged dumps of suppressions. `routes` responds for other paths, by prefix.
 */
export async function fakePostmark() {
  const streams: Stream[] = [
    { ID: 'outbound', MessageStreamType: 'Transactional', ArchivedAt: null },
    { ID: 'broadcast', MessageStreamType: 'Broadcasts', ArchivedAt: null },
    { ID: 'inbound', MessageStreamType: 'Inbound', ArchivedAt: null },
  ];
  const suppressions: Record<string, Iterable<unknown>> = {};
  const server: Row = { ID: 1, Name: 'Production', ApiTokens: [serverToken], InboundHookUrl: '' };
  const domains: Row[] = [];
  const senders: Row[] = [];
  const webhooks: Row[] = [];
  const routes: Record<string, (asked: Asked) => Reply> = {};

  const pageOf = (name: string, rows: Row[], query: URLSearchParams): Reply => {
    const [count, offset] = [query.get('count'), query.get('offset')].map((text) => Number(text ?? 'x'));
    if (!Number.isInteger(count) || !Number.isInteger(offset)) return { status: 422, body: { ErrorCode: 1 } };
    const page = rows.slice(offset, Number(offset) + Number(count));
    return { status: 200, body: { TotalCount: rows.length, [name]: page } };
  };

  const ofAccount = ({ path, query }: Asked): Reply => {
    if (path === '/senders') return pageOf('SenderSignatures', senders, query);
    if (path === '/domains') return pageOf('Domains', domains, query);
    const one = domains.find(({ ID }) => path === `/domains/${ID}`);
    return one === undefined ? unknown : { status: 200, body: one };
  };

  const ofServer = ({ path }: Asked): Reply => {
    if (path === '/server') return { status: 200, body: server };
    if (path === '/webhooks') return { status: 200, body: { Webhooks: webhooks } };
    if (path === '/message-streams')
      return { status: 200, body: { MessageStreams: streams, TotalCount: streams.length } };
    const stream = /^\/message-streams\/([^/]+)\/suppressions\/dump$/.exec(path)?.[1];
    if (stream === undefined || !streams.some(({ ID }) => ID === decodeURIComponent(stream))) return unknown;
    return { status: 200, pieces: dump(suppressions[decodeURIComponent(stream)] ?? []) };
  };

  const usual = (asked: Asked): Reply => {
    const account = /^\/(domains|senders|servers)\b/.test(asked.path);
    const token = asked.headers[account ? 'x-postmark-account-token' : 'x-postmark-server-token'];
    if (token !== (account ? accountToken : serverToken)) return invalid;
    const own = Object.entries(routes).find(([begin]) => asked.path.startsWith(begin));
    if (own !== undefined) return own[1](asked);
    return account ? ofAccount(asked) : ofServer(asked);
  };
  return { ...(await standIn(usual)), streams, suppressions, server, domains, senders, webhooks, routes };
}
