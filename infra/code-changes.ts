import { readFileSync, writeFileSync } from 'node:fs';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
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

const withTable = (page: string, heading: string, table: string): string =>
  page.replace(new RegExp(`(?<=\\n${heading}[^\\n]*\\n\\n)\\|[\\s\\S]*?\\n(?=\\n)`), () => table);

/** The pages that map a provider's names to ours, by path, with the tables from the code (M63). */
export function pagesWithMoves(): Record<string, string> {
  const sdk = titles.reduce(
    (page, [provider, title]) =>
      withTable(page, `### ${title} \\(`, tableOf(provider, 'sdk', [`${title} SDK`, 'Mailwright'])),
    readFileSync('docs/sdk.md', 'utf8'),
  );
  const pages = titles.flatMap(([provider, title]) => {
    if (provider === 'resend') return [];
    const path = `docs/imports/${provider}.md`;
    const table = tableOf(provider, 'api', [title, 'Mailwright']);
    return [[path, withTable(readFileSync(path, 'utf8'), '## What differs', table)]];
  });
  return { 'docs/sdk.md': sdk, ...Object.fromEntries(pages) };
}

const folder = 'examples/imports';

const providers = ['sendgrid', 'postmark', 'mailgun'];

/** The programs in order (M61), with the package or host of each provider they use. */
const programs: [stack: string, file: string, title: string, ...uses: string[]][] = [
  ['node', 'send.mjs', 'Node.js', '@sendgrid/mail', 'postmark', 'mailgun.js'],
  ['python', 'send.py', 'Python', 'sendgrid', 'postmark-python', 'requests'],
  ['php', 'send.php', 'PHP', 'sendgrid/sendgrid', 'wildbit/postmark-php', 'mailgun/mailgun-php'],
  ['ruby', 'send.rb', 'Ruby', 'sendgrid-ruby', 'postmark', 'mailgun-ruby'],
  ['go', 'send.go', 'Go', 'sendgrid-go', 'mrz1836/postmark', 'mailgun-go'],
  ['java', 'Send.java', 'Java', 'sendgrid-java', 'com.postmarkapp:postmark', 'mailgun-java'],
  ['csharp', 'Send.cs', 'C#', 'SendGrid', 'Postmark', 'HttpClient'],
  ['curl', 'send.sh', 'curl', 'api.sendgrid.com', 'api.postmarkapp.com', 'api.mailgun.net'],
  ['smtp', 'smtp.env', 'SMTP', 'smtp.sendgrid.net', 'smtp.postmarkapp.com', 'smtp.mailgun.org'],
];

/** The line that sets the subject of a program's template email, or in send.sh, that part of the line. */
const subject = /^(?!send ).*Your receipt.*\n| \\"subject\\": \\"Your receipt\\",/m;

/**
 * The program for Mailwright. Programs name a subject only for templates from Mailgun, which have none of
 * their own.
 */
export function afterOf(provider: string, file: string): string {
  const program = readFileSync(`${folder}/after/${file}`, 'utf8');
  return provider === 'mailgun' ? program : program.replace(subject, '');
}

const unifiedDiff = (name: string, before: string, after: string): string =>
  createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });

/** Every diff of `code_changes`, from the programs in `examples/imports`, as JSON. */
export function codeChangesText(): string {
  const all = providers.map((provider, at) => [
    provider,
    programs.map(([stack, file, title, ...uses]) => {
      const before = readFileSync(`${folder}/before/${provider}/${file}`, 'utf8');
      const diff = unifiedDiff(file, before, afterOf(provider, file));
      return { stack, label: `${title}: ${uses[at]}`, diff };
    }),
  ]);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

// `npm run generate`
if (process.argv[1]?.endsWith('infra/code-changes.ts')) {
  writeFileSync('shared/domain/imports/code/code-changes.json', codeChangesText());
  for (const [path, page] of Object.entries(pagesWithMoves())) writeFileSync(path, page);
}
