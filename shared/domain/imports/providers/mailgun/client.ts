import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { type Called, type Connection, callProvider, remember } from '../../call-provider.ts';
import type { Source } from '../provider.ts';
import { domainsPage } from './wire.ts';

const limit = 1000;
/** Pages of one list at most (M19). */
const maxPages = 5000;

/** A domain of the account; a sandbox one sends to its owner alone, and is left out everywhere (M33). */
type MailgunDomain = { name: string; disabled: boolean };

async function read(ctx: Base & Providers, connection: Connection): Promise<Called<MailgunDomain[]>> {
  const found = new Map<string, MailgunDomain>();
  for (let page = 0; page < maxPages; page++) {
    const called = await callProvider(ctx, connection, {
      path: `/v4/domains?limit=${limit}&skip=${page * limit}`,
      read: domainsPage,
    });
    if (called.outcome !== 'ok') return called;
    const { items, total } = called.value;
    for (const { name, type, state, is_disabled } of items)
      if (typeof name === 'string' && name !== '' && type !== 'sandbox')
        found.set(name.toLowerCase(), {
          name: name.toLowerCase(),
          disabled: state === 'disabled' || is_disabled === true,
        });
    if (items.length === 0 || (page + 1) * limit >= total)
      return { outcome: 'ok', value: [...found.values()] };
  }
  return { outcome: 'bad_answer', status: 200 };
}

/** The domains of the account, read once in a request. */
export const mailgunDomains = (
  ctx: Base & Providers,
  connection: Connection,
): Promise<Called<MailgunDomain[]>> => remember(connection, 'domains', () => read(ctx, connection));

/** Whose lists there are. */
export async function mailgunSources(
  ctx: Base & Providers,
  connection: Connection,
): Promise<Called<Source[]>> {
  const called = await mailgunDomains(ctx, connection);
  if (called.outcome !== 'ok') return called;
  return { outcome: 'ok', value: called.value.map(({ name }) => ({ key: name, name })) };
}
