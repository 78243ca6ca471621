export const outcomes = [
  'delivery',
  'bounce',
  'refused',
  'soft_bounce',
  'block',
  'undetermined',
  'complaint',
  'ooto',
  'suppressed',
  'account_suppressed',
  'delay',
  'reject',
  'silent',
] as const;

export type Outcome = (typeof outcomes)[number];

const simulator: Record<string, Outcome> = {
  success: 'delivery',
  bounce: 'bounce',
  complaint: 'complaint',
  ooto: 'ooto',
  suppressionlist: 'suppressed',
};

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

export const isSesSimulator = (address: string): boolean => domainOf(address) === 'simulator.amazonses.com';

/**
 * The outcome for an address: SES's mailbox simulator, with labels, and the same names at every domain ending in
 * `.simulator.example.net`, whose bounces count. `wanted` are outcomes that a test set by `address` or `@domain`.
 */
export function outcomeOf(address: string, wanted: Record<string, Outcome>): Outcome {
  const domain = domainOf(address);
  const set = wanted[address.toLowerCase()] ?? wanted[`@${domain}`];
  if (set) return set;
  if (!isSesSimulator(address) && !domain.endsWith('.simulator.example.net')) return 'delivery';
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  return simulator[local.split('+', 1)[0] ?? ''] ?? 'delivery';
}
