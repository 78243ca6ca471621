import type { Finding } from './examine.ts';

const line = ({ link, ok, ms, what, fix }: Finding) => {
  const found = `${ok ? 'ok  ' : 'FAIL'}  ${link.padEnd(8)}  ${String(ms).padStart(6)} ms  ${what}\n`;
  return fix === null ? found : `${found}      fix: ${fix}\n`;
};

/** One line per link, and the fix below the one that is broken; or all of it as JSON. */
export function reportOf(findings: Finding[], { json }: { json: boolean }): string {
  if (!json) return findings.map(line).join('');
  return `${JSON.stringify({ ok: findings.every(({ ok }) => ok), links: findings })}\n`;
}
