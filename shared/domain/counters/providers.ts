import { canonicalAddress, domainOf } from '../../core/addresses.ts';
import type { Provider } from '../../core/records/counters.ts';

/** Domains of one provider under one name (A52). */
const names: Record<string, Provider> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'outlook.com': 'outlook.com',
  'live.com': 'outlook.com',
  'msn.com': 'outlook.com',
  'yahoo.com': 'yahoo.com',
  'ymail.com': 'yahoo.com',
  'rocketmail.com': 'yahoo.com',
  'icloud.com': 'icloud.com',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'aol.com': 'aol.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
  'web.de': 'web.de',
  'mail.ru': 'mail.ru',
  'bk.ru': 'mail.ru',
  'inbox.ru': 'mail.ru',
  'list.ru': 'mail.ru',
  'qq.com': 'qq.com',
  'foxmail.com': 'qq.com',
  'orange.fr': 'orange.fr',
  'wanadoo.fr': 'orange.fr',
};

/** Providers with a domain per country: `gmx.de`, `yahoo.co.uk`, `hotmail.fr`. */
const families: [RegExp, Provider][] = [
  [/^gmx\.[a-z]{2,3}(\.[a-z]{2})?$/, 'gmx'],
  [/^yahoo\.[a-z]{2,3}(\.[a-z]{2})?$/, 'yahoo.com'],
  [/^(hotmail|live|outlook)\.[a-z]{2,3}(\.[a-z]{2})?$/, 'outlook.com'],
];

/** The provider of an address; by its domain alone, without a question to DNS (A52). */
export function providerOf(address: string): Provider {
  const domain = domainOf(canonicalAddress(address));
  if (Object.hasOwn(names, domain)) return names[domain] ?? 'other';
  return families.find(([pattern]) => pattern.test(domain))?.[1] ?? 'other';
}
