import { parseMailbox } from '../../../shared/core/addresses.ts';
import type { Id, IdPrefix } from '../../../shared/core/runtime.ts';
import { searchEmails, searched_emails } from '../../../shared/domain/emails/search-emails.ts';
import { rateBuckets, rateLimited } from '../../../shared/domain/limits/rate.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import { resources } from '../../resources.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { emailColumns } from '../parts/email.ts';
import { numberText } from '../parts/numbers.ts';
import { get, may, pageOf } from '../parts/pages.ts';
import { empty, table } from '../parts/parts.ts';
import { type Hit, idLookups } from '../parts/search-ids.ts';
import { type NameLookup, nameLookups, unlessRefused } from '../parts/search-names.ts';

/** The email list filtered by this text, which also finds emails older than those searched. */
function listOfAll(text: string): string {
  if (parseMailbox(text) !== null && !text.startsWith('<'))
    return `/emails?${new URLSearchParams({ to: text })}`;
  const name = /^<[^@]*@.*>$/.test(text) ? 'message_id' : 'subject';
  return `/emails?${new URLSearchParams({ [name]: text })}`;
}

/** The search field of every page: an exact id opens its page, other text lists matches. */
export function searchPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(
    ctx,
    resources.flatMap(({ routes }: Resource<DashboardContext>) => routes),
  );
  type Operation = Parameters<typeof call>[1];
  const take = rateBuckets(ctx);
  // A search uses one token of the request rate, however many lookups it makes.
  const further = true;
  const ids = idLookups(ctx, (input, operation, params) =>
    call({ ...input, params }, operation as Operation, { further }),
  );
  const names = nameLookups(ctx);
  const addresses: NameLookup = {
    what: 'suppressions and opt-outs',
    scope: ['suppressions:read'],
    find: async (input, email) => {
      if (parseMailbox(email) === null) return [];
      const lists = { suppressions: 'Suppression', opt_outs: 'Opt-out' } as const;
      const asked = Object.entries(lists).map(async ([list, kind]) => {
        const path = `/${list.replace('_', '-')}`;
        const query = { email, limit: '1' };
        const answer = await unlessRefused(
          call<Record<string, unknown[]>>(input, `GET ${path}` as Operation, { query, further }),
        );
        const href = `${path}?${new URLSearchParams({ email })}`;
        return answer?.[list]?.length ? [{ kind, name: email, href }] : [];
      });
      return (await Promise.all(asked)).flat();
    },
  };

  async function byId(input: SessionInput, prefix: string, id: Id<IdPrefix>): Promise<PageAnswer> {
    const lookup = Object.hasOwn(ids, prefix) ? ids[prefix] : undefined;
    const allowed = lookup && (lookup.scope === null || may(input, lookup.scope));
    const hits = (allowed && (await unlessRefused(lookup.find(input, id)))) || [];
    const [only] = hits;
    if (only?.href) return seeOther(only.href);
    const where =
      prefix === 'req'
        ? markup`Request ids appear only in the logs. <a href="/docs/logs">Find a request in the logs</a>`
        : 'Search finds only ids that belong to this account and still exist.';
    return pageOf(
      'Search',
      only ? hitTable(hits) : empty(`Nothing found for ${id}.`, markup`<p>${where}</p>`),
    );
  }

  async function newestEmails(input: SessionInput, text: string): Promise<{ count: number; shown: Html }> {
    if (!may(input, ['emails:read'])) return { count: 0, shown: nothing };
    const { emails, more } = await searchEmails(ctx, input.session.caller, text);
    const link = more
      ? markup`<p>Only the newest ${numberText(searched_emails)} emails were searched. <a href="${listOfAll(text)}">Search further back</a></p>`
      : nothing;
    const rows = {
      caption: 'Emails',
      heads: emailColumns.heads,
      rows: emails.map(emailColumns.row),
      list: true,
    } as const;
    return {
      count: emails.length,
      shown: markup`${emails.length > 0 && markup`<h2>Emails</h2>${table(rows)}`}${link}`,
    };
  }

  async function limitRate({ session: { caller } }: SessionInput): Promise<void> {
    const { retry_after } = await take(caller.account, 'other');
    if (retry_after !== null) throw rateLimited(retry_after, {});
  }

  async function byText(input: SessionInput, text: string): Promise<PageAnswer> {
    const lookups = [...names, addresses].filter(({ scope }) => may(input, scope));
    const [emails, ...hits] = await Promise.all([
      newestEmails(input, text),
      ...lookups.map(({ find }) => find(input, text)),
    ]);
    const ofEmails = 'Message-IDs, addresses, and subjects of the newest 1,000 emails';
    const searched = ['ids', ofEmails, ...lookups.map(({ what }) => what)].join('; ');
    const found = hits.flat();
    const none = empty(markup`Nothing found for “${outside(text)}”.`, markup`<p>Searched: ${searched}.</p>`);
    const isNone = found.length + emails.count === 0;
    return pageOf(
      'Search',
      markup`${isNone ? none : markup`<p>Results for “${outside(text)}”</p>`}${found.length > 0 && hitTable(found)}${emails.shown}`,
    );
  }

  async function search(input: SessionInput): Promise<PageAnswer> {
    const text = (input.search.get('q') ?? '').trim().slice(0, 998);
    if (text === '') return seeOther('/emails');
    // Our own Message-ID contains the email's id.
    const id = /^<?(msg_[0-9a-z]{26})@/.exec(text)?.[1] ?? text;
    const [, prefix] = /^([a-z]+)_[0-9a-z]{26}$/.exec(id) ?? [];
    const [answer] = await Promise.all([
      prefix === undefined ? byText(input, text) : byId(input, prefix, id as Id<IdPrefix>),
      limitRate(input),
    ]);
    return answer;
  }

  return [get('/search', null, search)];
}

const hitTable = (hits: Hit[]): Html =>
  table({
    caption: 'Results',
    heads: ['Kind', 'Name'],
    rows: hits.map(({ kind, name, href }) => [
      kind,
      href === null ? outside(name) : markup`<a href="${href}">${outside(name)}</a>`,
    ]),
    list: true,
  });
