import { isObject, type Json } from '../../../../core/json-path.ts';
import { textOf } from '../../../../core/text-of.ts';
import { classifyBounce } from '../bounces.ts';
import type { ListRow, PageList, Provider } from '../provider.ts';
import { mailgunSources } from './client.ts';
import { mailgunDomainSource } from './domains.ts';
import { mailgunTemplates } from './templates.ts';
import { mailgunHooks } from './webhooks.ts';
import { domainsPage, linkedPage } from './wire.ts';

const page = 1000;

/** Epoch ms of an RFC 2822 date, in whose place old rows have none. */
function momentOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value.slice(0, 60)) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

type Said = Pick<Exclude<ListRow, { skip: unknown }>, 'kind' | 'scope'>;

/** A list of one domain, all rows of one kind unless `said` finds otherwise. */
const list = (name: string, said: (row: Json) => Said | Extract<ListRow, { skip: unknown }>): PageList => ({
  paging: 'links',
  name,
  pages: ({ source }) => ({
    path: (link) =>
      `/v3/${encodeURIComponent(source?.name ?? '')}/${name}?limit=${page}${link === null ? '' : `&${link}`}`,
    pageOf: linkedPage,
  }),
  row: (raw, source) => {
    if (!isObject(raw) || typeof raw.address !== 'string') return { skip: 'invalid_address' };
    const found = said(raw);
    if ('skip' in found) return found;
    const { address, created_at, error } = raw;
    return {
      ...found,
      address,
      text: textOf(error),
      at: momentOf(created_at),
      list: `${source?.name}:${name}`,
    };
  },
});

function bounce({ code, error }: Json): { kind: 'bounce' } | Extract<ListRow, { skip: unknown }> {
  const found = classifyBounce({ status: textOf(code), text: textOf(error) });
  return found === 'bounce' ? { kind: 'bounce' } : { skip: found };
}

/** Who left everything, and who left mail of one tag; a row without tags is of the first kind (M59). */
function unsubscribe({ tags, tag }: Json): Said {
  const given = Array.isArray(tags) ? tags : [tag];
  const named = given.map(textOf).filter((one) => one !== '');
  if (named.length === 0 || named.includes('*')) return { kind: 'unsubscribe' };
  return { kind: 'product_opt_out', scope: named[0] as string };
}

/** Mailgun: the lists of each domain, stronger reasons first (T8). */
export const mailgun: Provider = {
  title: 'Mailgun',
  no_domains: (region) =>
    `Mailgun shows no domain with this key: is the account in region ${region === 'eu' ? 'us' : 'eu'}?`,
  checks: [{ field: 'api_key', path: '/v4/domains?limit=1', isSound: (body) => domainsPage(body) !== null }],
  headers: (key) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }),
  usual_wait_s: 60,
  page,
  sources: mailgunSources,
  templates: mailgunTemplates,
  lists: [
    list('complaints', () => ({ kind: 'complaint' })),
    list('bounces', bounce),
    list('unsubscribes', unsubscribe),
  ],
  domains: mailgunDomainSource,
  webhooks: mailgunHooks,
};
