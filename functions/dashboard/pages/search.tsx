import { parseMailbox } from '../../../shared/core/addresses.ts';
import type { Id, IdPrefix } from '../../../shared/core/runtime.ts';
import { nameUnseen } from '../../../shared/core/unseen.ts';
import type { EmailRecord } from '../../../shared/domain/emails/record.ts';
import { searchEmails, searched_emails } from '../../../shared/domain/emails/search-emails.ts';
import { rateBuckets, rateLimited } from '../../../shared/domain/limits/rate.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import { resources } from '../../resources.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { displaySubject } from '../parts/emails/email.tsx';
import { numberText } from '../parts/numbers.tsx';
import { get, may, pageOf } from '../parts/pages.tsx';
import { time } from '../parts/parts.tsx';
import { type Hit, idLookups } from '../parts/search/search-ids.ts';
import { type NameLookup, nameLookups, unlessRefused } from '../parts/search/search-names.ts';
import { placesFor } from '../parts/search/search-places.ts';
import { Badge, Button, Icon } from '../ui/elements.tsx';
import { pageAt } from '../ui/menu.tsx';
import { type Result, type ResultGroup, Results } from '../ui/results.tsx';

/** How many matches of a kind are shown. */
const shownOfKind = 15;

const isAddress = (text: string): boolean => parseMailbox(text) !== null && !text.startsWith('<');

/** The email list filtered by this text, which also finds emails older than those searched. */
function listOfAll(text: string): string {
  if (isAddress(text)) return `/emails?${new URLSearchParams({ to: text })}`;
  const name = /^<[^@]*@.*>$/.test(text) ? 'message_id' : 'subject';
  return `/emails?${new URLSearchParams({ [name]: text })}`;
}

/**
 * `pageless`: what was found but has no page. `what`: the kinds that were searched, as worded on the page. `help`
 * counts as no result.
 */
type Found = {
  groups: ResultGroup[];
  pageless?: Html[];
  what?: string[];
  notes?: Html[];
  help?: Result;
};

const resultOf = ({ kind, name, about, href }: Hit & { href: string }): Result => ({
  icon: pageAt(href.replace(/\?.*/, ''))?.icon ?? 'search',
  name: outside(name),
  about: (
    <>
      {about && outside(about)} {kind}
    </>
  ),
  href,
});

const foundOf = (hits: Hit[]): Found => ({
  groups: [
    {
      name: 'Your account',
      results: hits.flatMap((hit) => (hit.href === null ? [] : [resultOf({ ...hit, href: hit.href })])),
    },
  ],
  pageless: hits
    .filter(({ href }) => href === null)
    .map(({ kind, name }) => (
      <>
        {kind}: {outside(name)}. It doesn’t have its own page.
      </>
    )),
});

const emailResult = (email: EmailRecord): Result => ({
  icon: 'mail',
  name: outside(displaySubject(email)),
  about: (
    <>
      <span class="clip">{outside([...email.to, ...email.cc, ...email.bcc][0] ?? '')}</span>
      <Badge word={email.status} />
      {time(email.created_at)}
    </>
  ),
  href: `/emails/${email.id}`,
});

/** The search field of every page, and the palette: an exact id opens its page, other text lists matches. */
export function searchPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, unchecked } = callsOf(
    ctx,
    resources.flatMap(({ routes }: Resource<DashboardContext>) => routes),
  );
  const take = rateBuckets(ctx);
  // A search uses one token of the request rate, however many lookups it makes.
  const further = true;
  const ids = idLookups(ctx, unchecked.call);
  const names = nameLookups(ctx);
  const addresses: NameLookup = {
    what: 'suppressions and opt-outs',
    scope: ['suppressions:read'],
    find: async (input, email) => {
      if (parseMailbox(email) === null) return [];
      const asked = { query: { email, limit: '1' }, further };
      const [suppressed, optedOut] = await Promise.all([
        unlessRefused(call(input, 'GET /suppressions', asked)),
        unlessRefused(call(input, 'GET /opt-outs', asked)),
      ]);
      const query = new URLSearchParams({ email });
      return [
        ...(suppressed?.suppressions ?? []).map(() => ({
          kind: 'Suppression',
          href: `/suppressions?${query}`,
        })),
        ...(optedOut?.opt_outs ?? []).map(() => ({ kind: 'Opt-out', href: `/opt-outs?${query}` })),
      ].map((hit) => ({ ...hit, name: email }));
    },
  };

  const hitsById = async (input: SessionInput, prefix: string, id: Id<IdPrefix>): Promise<Hit[]> => {
    const lookup = Object.hasOwn(ids, prefix) ? ids[prefix] : undefined;
    const allowed = lookup && (lookup.scope === null || may(input, lookup.scope));
    return (allowed && (await unlessRefused(lookup.find(input, id)))) || [];
  };

  async function newestEmails(input: SessionInput, text: string): Promise<Found> {
    if (!may(input, ['emails:read'])) return { groups: [] };
    const { emails, more } = await searchEmails(ctx, input.session.caller, text);
    const isOfAddress = emails.length > 0 && isAddress(text);
    const rest: Result = {
      icon: 'search',
      name: isOfAddress ? <>All emails to {outside(text)}</> : 'Search further back',
      href: listOfAll(text),
    };
    const results = [...emails.map(emailResult), ...(more || isOfAddress ? [rest] : [])];
    const note = <>Only the newest {numberText(searched_emails)} emails were searched.</>;
    return { groups: [{ name: 'Emails', results }], notes: more ? [note] : [] };
  }

  async function limitRate({ session: { caller } }: SessionInput): Promise<void> {
    const { retry_after } = await take(caller.account, 'other');
    if (retry_after !== null) throw rateLimited(retry_after, {});
  }

  function findPlaces(input: SessionInput, text: string): ResultGroup[] {
    const { pages, actions } = placesFor(input, text);
    const results = (places: typeof pages | typeof actions): Result[] =>
      places.map(({ name, path, icon }) => ({ name, icon, href: path }));
    const found = [
      { name: 'Pages', results: results(pages) },
      { name: 'Actions', results: results(actions) },
    ];
    return text === '' ? found.toReversed() : found;
  }

  async function byText(input: SessionInput, text: string): Promise<Found> {
    const lookups = [...names, addresses].filter(({ scope }) => may(input, scope));
    const [emails, ...hits] = await Promise.all([
      newestEmails(input, text),
      ...lookups.map(({ find }) => find(input, text)),
    ]);
    const found = foundOf(hits.flatMap((some) => some.slice(0, shownOfKind)));
    const isCut = hits.some(({ length }) => length > shownOfKind);
    const cut = isCut ? [<>Only the first {shownOfKind} matches of each kind are shown.</>] : [];
    return {
      notes: [...cut, ...(emails.notes ?? [])],
      groups: [...findPlaces(input, text), ...found.groups, ...emails.groups],
      what: [
        'pages and actions',
        'ids',
        `Message-IDs, addresses, and subjects of the newest ${numberText(searched_emails)} emails`,
        ...lookups.map(({ what }) => what),
      ],
    };
  }

  /** The text as an id. Our own Message-ID contains the email's. */
  function idOf(text: string): [prefix: string, id: Id<IdPrefix>] | null {
    const id = /^<?(msg_[0-9a-z]{26})@/.exec(text)?.[1] ?? text;
    const [, prefix] = /^([a-z]+)_[0-9a-z]{26}$/.exec(id) ?? [];
    return prefix === undefined ? null : [prefix, id as Id<IdPrefix>];
  }

  const searched = async (input: SessionInput, text: string): Promise<PageAnswer> => {
    const given = idOf(text);
    if (given === null) return searchPage(text, await byText(input, text));
    const [prefix, id] = given;
    const hits = await hitsById(input, prefix, id);
    const [only] = hits;
    // The palette lists it, other searches go there.
    if (only?.href && !input.search.has('list')) return seeOther(only.href);
    if (only) return searchPage(text, foundOf(hits));
    return searchPage(text, prefix === 'req' ? requestIds : unknownId);
  };

  async function search(input: SessionInput): Promise<PageAnswer> {
    const text = (input.search.get('q') ?? '').trim().slice(0, 998);
    if (text === '') return searchPage(text, { groups: findPlaces(input, text) });
    const [answer] = await Promise.all([searched(input, text), limitRate(input)]);
    return answer;
  }

  return [get('/search', null, search)];
}

const requestIds: Found = {
  groups: [],
  help: { icon: 'book', name: 'Find a request in the logs', href: '/docs/logs' },
  notes: [<>Request ids appear only in the logs.</>],
};

const unknownId: Found = {
  groups: [],
  notes: [<>Search finds only ids that belong to this account and still exist.</>],
};

/** The page, whose results the palette's script takes. */
function searchPage(text: string, { groups, pageless = [], what, notes = [], help }: Found): PageAnswer {
  const count = groups.reduce((sum, { results }) => sum + results.length, pageless.length);
  const isNone = text !== '' && count === 0;
  const more = help ? [{ name: 'Documentation', results: [help] }] : [];
  return pageOf(
    'Search',
    <>
      <form class="search" action="/search" method="get">
        <Icon name="search" />
        <label class="unseen" for="find">
          Search
        </label>
        <input
          id="find"
          name="q"
          type="search"
          value={nameUnseen(text) === text ? text : ''}
          placeholder="Page, action, id, name, address, or subject"
          autocomplete="off"
        />
        <Button label="Search" />
      </form>
      <div id="says" class={isNone ? 'empty' : undefined}>
        {text !== '' && <p>{isNone ? <>Nothing found for “{outside(text)}”.</> : countText(count)}</p>}
        {isNone && what && <p>Searched: {what.join('; ')}.</p>}
        {[...pageless, ...notes].map((note) => (
          <p class="small">{note}</p>
        ))}
      </div>
      <Results groups={[...groups, ...more]} />
    </>,
  );
}

const countText = (count: number): string => (count === 1 ? '1 result' : `${numberText(count)} results`);
