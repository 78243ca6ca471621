import { existsSync, readFileSync } from 'node:fs';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

const folder = 'examples/imports';

/** The programs in their order (M61). */
const stacks = {
  node: { file: 'send.mjs', title: 'Node.js' },
  python: { file: 'send.py', title: 'Python' },
  php: { file: 'send.php', title: 'PHP' },
  ruby: { file: 'send.rb', title: 'Ruby' },
  go: { file: 'send.go', title: 'Go' },
  java: { file: 'Send.java', title: 'Java' },
  csharp: { file: 'Send.cs', title: 'C#' },
  curl: { file: 'send.sh', title: 'curl' },
  smtp: { file: 'smtp.env', title: 'SMTP' },
} as const;
type Stack = keyof typeof stacks;

/** The package or host of a provider that each program uses. */
const uses: Record<string, Record<Stack, string>> = {
  sendgrid: {
    node: '@sendgrid/mail',
    python: 'sendgrid',
    php: 'sendgrid/sendgrid',
    ruby: 'sendgrid-ruby',
    go: 'sendgrid-go',
    java: 'sendgrid-java',
    csharp: 'SendGrid',
    curl: 'api.sendgrid.com',
    smtp: 'smtp.sendgrid.net',
  },
  postmark: {
    node: 'postmark',
    python: 'postmark-python',
    php: 'wildbit/postmark-php',
    ruby: 'postmark',
    go: 'mrz1836/postmark',
    java: 'com.postmarkapp:postmark',
    csharp: 'Postmark',
    curl: 'api.postmarkapp.com',
    smtp: 'smtp.postmarkapp.com',
  },
  mailgun: {
    node: 'mailgun.js',
    python: 'requests',
    php: 'mailgun/mailgun-php',
    ruby: 'mailgun-ruby',
    go: 'mailgun-go',
    java: 'mailgun-java',
    csharp: 'HttpClient',
    curl: 'api.mailgun.net',
    smtp: 'smtp.mailgun.org',
  },
};

/** The program as it is with Mailwright: of one provider, or the one of all. */
function afterOf(provider: string, file: string): string {
  const own = `${folder}/after/${provider}/${file}`;
  return readFileSync(existsSync(own) ? own : `${folder}/after/${file}`, 'utf8');
}

/** As `diff -u` writes it, with three lines around each change. */
const unifiedDiff = (name: string, before: string, after: string): string =>
  createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });

/** Every diff of `code_changes`, made from the programs in `examples/imports`, as JSON. */
export function codeChangesText(): string {
  const all = Object.entries(uses).map(([provider, labels]) => [
    provider,
    Object.entries(stacks).map(([stack, { file, title }]) => {
      const before = readFileSync(`${folder}/before/${provider}/${file}`, 'utf8');
      const label = `${title}: ${labels[stack as Stack]}`;
      return { stack, label, diff: unifiedDiff(file, before, afterOf(provider, file)) };
    }),
  ]);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}
