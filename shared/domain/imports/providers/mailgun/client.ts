import { isObject, type Json } from '../../../../core/json-path.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { remember } from '../../call-provider.ts';
import { offsetList, readAll } from '../../read-pages.ts';
import type { Called, Connection, Source } from '../provider.ts';
import { domainsPage } from './wire.ts';

const limit = 1000;

/** A domain of the account; a sandbox one sends to its owner alone, and is left out everywhere (M33). */
type MailgunDomain = { name: string; disabled: boolean };

function domainOf({ name, type, state, is_disabled }: Json): MailgunDomain[] {
  if (typeof name !== 'string' || name === '' || type === 'sandbox') return [];
  return [{ name: name.toLowerCase(), disabled: state === 'disabled' || is_disabled === true }];
}

const listed = offsetList({
  path: (offset) => `/v4/domains?limit=${limit}&skip=${offset}`,
  limit,
  read: domainsPage,
});

async function read(ctx: Base & Providers, connection: Connection): Promise<Called<MailgunDomain[]>> {
  const called = await readAll(ctx, connection, listed);
  if (called.outcome !== 'ok') return called;
  const domains = called.value.filter(isObject).flatMap(domainOf);
  return { outcome: 'ok', value: [...new Map(domains.map((one) => [one.name, one])).values()] };
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
