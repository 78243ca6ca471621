import { canonicalAddress, domainOf } from '../../core/addresses.ts';
import type { Provider } from '../../core/records/counters.ts';

const domainsOf: [Provider, string[]][] = [
  ['gmail.com', ['gmail.com', 'googlemail.com']],
  ['outlook.com', ['outlook.com', 'live.com', 'msn.com']],
  ['yahoo.com', ['yahoo.com', 'ymail.com', 'rocketmail.com']],
  ['icloud.com', ['icloud.com', 'me.com', 'mac.com']],
  ['aol.com', ['aol.com']],
  ['proton.me', ['proton.me', 'protonmail.com', 'pm.me']],
  ['web.de', ['web.de']],
  ['mail.ru', ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru']],
  ['qq.com', ['qq.com', 'foxmail.com']],
  ['orange.fr', ['orange.fr', 'wanadoo.fr']],
];
const names = new Map(domainsOf.flatMap(([provider, domains]) => domains.map((name) => [name, provider])));

/** Providers with one domain per country: `gmx.de`, `yahoo.co.uk`, `hotmail.fr`. */
const families: [RegExp, Provider][] = [
  [/^gmx\.[a-z]{2,3}(\.[a-z]{2})?$/, 'gmx'],
  [/^yahoo\.[a-z]{2,3}(\.[a-z]{2})?$/, 'yahoo.com'],
  [/^(hotmail|live|outlook)\.[a-z]{2,3}(\.[a-z]{2})?$/, 'outlook.com'],
];

/** Whether an address belongs to SES's mailbox simulator, whose mail never pauses a tenant. */
export const isSimulator = (address: string): boolean =>
  domainOf(canonicalAddress(address)) === 'simulator.amazonses.com';

/** An address's provider, by domain alone, without a DNS lookup. */
export function providerOf(address: string): Provider {
  const domain = domainOf(canonicalAddress(address));
  return names.get(domain) ?? families.find(([pattern]) => pattern.test(domain))?.[1] ?? 'other';
}
