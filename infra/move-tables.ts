import { readFileSync } from 'node:fs';
import { moves } from '../shared/domain/imports/code/moves.ts';

type Provider = keyof typeof moves;

const titles: [Provider, string][] = [
  ['sendgrid', 'SendGrid'],
  ['postmark', 'Postmark'],
  ['mailgun', 'Mailgun'],
  ['resend', 'Resend'],
];

function tableOf(provider: Provider, side: 'api' | 'sdk', heads: [string, string]): string {
  const rows = moves[provider].flatMap((move) => {
    const there = move[side];
    return there === undefined ? [] : [`| ${there} | ${move.here} |`];
  });
  return [`| ${heads.join(' | ')} |`, '|---|---|', ...rows, ''].join('\n');
}

/** A page with another first table below a heading. */
const withTable = (page: string, heading: string, table: string): string =>
  page.replace(new RegExp(`(?<=\\n${heading}[^\\n]*\\n\\n)\\|[\\s\\S]*?\\n(?=\\n)`), () => table);

/** The pages that map a provider's names to ours, by their paths, with the tables of the code (M63). */
export function pagesWithMoves(): Record<string, string> {
  const sdk = titles.reduce(
    (page, [provider, title]) =>
      withTable(page, `### ${title} \\(`, tableOf(provider, 'sdk', ['there', 'here'])),
    readFileSync('docs/sdk.md', 'utf8'),
  );
  const pages = titles.flatMap(([provider, title]) => {
    if (provider === 'resend') return [];
    const path = `docs/imports/${provider}.md`;
    const table = tableOf(provider, 'api', [title, 'here']);
    return [[path, withTable(readFileSync(path, 'utf8'), '## What differs', table)]];
  });
  return { 'docs/sdk.md': sdk, ...Object.fromEntries(pages) };
}
