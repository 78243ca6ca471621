import { isObject, type Json } from '../../../../core/json-path.ts';
import { mapped, remember } from '../../call-provider.ts';
import { offsetList } from '../../read-pages.ts';
import type { Ask, Source } from '../provider.ts';
import { domainsPage } from './wire.ts';

const limit = 1000;

type MailgunDomain = { name: string; disabled: boolean };

/** A sandbox domain sends to its owner alone, and is left out everywhere (M33). */
function domainOf({ name, type, state, is_disabled }: Json): MailgunDomain[] {
  if (typeof name !== 'string' || name === '' || type === 'sandbox') return [];
  return [{ name: name.toLowerCase(), disabled: state === 'disabled' || is_disabled === true }];
}

const listed = offsetList({
  path: (offset) => `/v4/domains?limit=${limit}&skip=${offset}`,
  limit,
  read: domainsPage,
});

export const mailgunDomains: Ask<MailgunDomain[]> = (connection) =>
  remember(connection, 'domains', async () =>
    mapped(await connection.all(listed), (rows) => {
      const domains = rows.filter(isObject).flatMap(domainOf);
      return [...new Map(domains.map((one) => [one.name, one])).values()];
    }),
  );

export const mailgunSources: Ask<Source[]> = async (connection) =>
  mapped(await mailgunDomains(connection), (domains) => domains.map(({ name }) => ({ key: name, name })));
