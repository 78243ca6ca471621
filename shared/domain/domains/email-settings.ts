import type { Domain } from '../../core/records/domains.ts';

type Settings = Pick<Domain, 'tls_mode' | 'open_tracking' | 'click_tracking'>;

/**
 * An email's settings when it was accepted: `e` enforces TLS, `o` tracks opens, and `c` tracks clicks. The
 * domain is null for the sandbox.
 */
export function emailSettings(domain: Settings | null): string {
  if (domain === null) return '';
  const { tls_mode, open_tracking, click_tracking } = domain;
  return `${tls_mode === 'enforced' ? 'e' : ''}${open_tracking ? 'o' : ''}${click_tracking ? 'c' : ''}`;
}

export const readSettings = (kept: string): Settings => ({
  tls_mode: kept.includes('e') ? 'enforced' : 'opportunistic',
  open_tracking: kept.includes('o'),
  click_tracking: kept.includes('c'),
});
