import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { EmailSendParams, Mailwright } from '@mailwright/sdk';
import { nameUnseen } from '../../../../shared/core/unseen.ts';
import { finalStatuses } from '../../../../shared/domain/emails/status.ts';
import { explain, wordsOf } from '../../../../shared/domain/feedback/explain.ts';
import { filesOf } from '../../../sdk/src/attachments.ts';
import { type CommandSpec, type Input, text, texts } from '../command.ts';
import { UsageError } from '../io.ts';
import { printFacts, printJson, printObject, printTable } from '../output.ts';
import { pairs, valuesOf } from '../pairs.ts';

const bad = ['bounced', 'failed'];

const poll_ms = 2_000;

type EmailItem = Awaited<ReturnType<Mailwright['emails']['list']>>['items'][number];
type EmailEvent = Awaited<ReturnType<Mailwright['emails']['events']>>['items'][number];

/** An option's text. `-` reads standard input. */
const givenText = async ({ io }: Input, value: string | undefined): Promise<string | undefined> =>
  value === '-' ? io.stdin() : value;

function fileOf({ io }: Input, option: string, path: string): Buffer {
  try {
    return readFileSync(resolve(io.cwd, path));
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`);
  }
}

function templateOf({ values }: Input): EmailSendParams['template'] {
  const id = text(values, 'template');
  const variables = valuesOf(texts(values, 'var'), '--var');
  if (id === undefined && Object.keys(variables).length > 0)
    throw new UsageError('--var requires --template');
  return id === undefined ? undefined : { id, variables };
}

async function requestOf(input: Input): Promise<EmailSendParams> {
  const { values } = input;
  const file = text(values, 'htmlFile');
  const given = text(values, 'html');
  if (file !== undefined && given !== undefined)
    throw new UsageError('Pass either --html or --html-file, not both');
  if (given === '-' && text(values, 'text') === '-')
    throw new UsageError('Only one of --html and --text can read standard input');
  const category = text(values, 'category') as EmailSendParams['category'];
  const html =
    file === undefined ? await givenText(input, given) : fileOf(input, '--html-file', file).toString('utf8');
  const plain = await givenText(input, text(values, 'text'));
  const files = texts(values, 'attach').map((path) => ({
    name: basename(path),
    data: fileOf(input, '--attach', path),
  }));
  const request: { [Name in keyof EmailSendParams]: EmailSendParams[Name] | undefined } = {
    from: text(values, 'from') ?? '',
    to: texts(values, 'to'),
    cc: texts(values, 'cc'),
    bcc: texts(values, 'bcc'),
    reply_to: text(values, 'replyTo'),
    subject: text(values, 'subject'),
    html,
    text: plain,
    template: templateOf(input),
    tags: pairs(texts(values, 'tag'), '--tag').map(([name, value]) => ({ name, value })),
    headers: valuesOf(texts(values, 'header'), '--header', (name) => name.toLowerCase()),
    attachments: await filesOf(input.client, files, Buffer.byteLength(`${html ?? ''}${plain ?? ''}`)),
    scheduled_at: text(values, 'schedule'),
    tenant: text(values, 'tenant'),
    category,
    unsubscribe: values.unsubscribe === true ? true : undefined,
  };
  const isGiven = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined;
  return Object.fromEntries(Object.entries(request).filter(([, value]) => isGiven(value))) as EmailSendParams;
}

/** The email once its status is final, or its state after this many seconds. */
export async function settledEmail({ client, io }: Input, id: string, seconds: number) {
  const until = io.now() + seconds * 1_000;
  let email = await client.emails.get(id);
  while (!finalStatuses.includes(email.status) && io.now() < until) {
    await io.sleep(poll_ms);
    email = await client.emails.get(id);
  }
  return email;
}

/** The seconds of `--wait`, or null. Read before sending, so an error can't come after the email is sent. */
function waitOf({ values: { wait } }: Input): number | null {
  if (wait === undefined) return null;
  const seconds = wait === true ? 60 : Number(wait);
  if (!Number.isFinite(seconds) || seconds <= 0)
    throw new UsageError('--wait must be a positive number of seconds');
  return seconds;
}

async function send(input: Input): Promise<number> {
  const { client, io, json, values } = input;
  const seconds = waitOf(input);
  const key = text(values, 'idempotencyKey');
  const sent = await client.emails.send(
    await requestOf(input),
    key === undefined ? {} : { idempotencyKey: key },
  );
  if (seconds === null) {
    printObject(input, sent, `${sent.id} ${sent.status}`);
    return 0;
  }
  if (!json) io.out(`${sent.id} ${sent.status}\n`);
  const email = await settledEmail(input, sent.id, seconds).catch((error) => {
    // The email was sent. If a script saw only a failure, it would send the email again.
    if (json) printJson(io, sent);
    throw error;
  });
  printObject(input, email, `${email.id} ${email.status}`);
  if (!bad.includes(email.status)) return 0;
  if (!json) await explainTo(input, sent.id);
  return 1;
}

/** Prints the server's response, its meaning, and the advice, from the newest event with an explanation. */
async function explainTo({ client, io }: Input, id: string): Promise<void> {
  for await (const event of client.emails.events(id)) {
    const found = explain(event);
    if (found === null) continue;
    const said = wordsOf(event.data);
    if (said !== null) io.err(`${nameUnseen(said).replace(/\s+/g, ' ')}\n`);
    io.err(`${found.meaning} ${found.advice}\n`);
    return;
  }
}

async function show({ client, io, json, args: [id = ''] }: Input): Promise<undefined> {
  const email = await client.emails.get(id);
  const events: EmailEvent[] = [];
  for await (const event of client.emails.events(id)) events.push(event);
  if (json) {
    printJson(io, { ...email, events });
    return;
  }
  printFacts(io, email);
  io.out('\n');
  printTable(
    io,
    ['time', 'event', 'recipient'],
    events.map(({ occurred_at, type, recipient }) => [occurred_at, type, recipient]),
  );
}

/** How many of the newest emails `tail` watches for changes. New emails are always shown. */
const looked_at = 100;

/** The newest emails, oldest first, back to one in `seen`. `seen` is null at the first poll. */
async function newest({ client }: Input, seen: ReadonlyMap<string, string> | null): Promise<EmailItem[]> {
  const found: EmailItem[] = [];
  let known = seen === null;
  for await (const email of client.emails.list({ limit: looked_at })) {
    found.unshift(email);
    known ||= seen?.has(email.id) === true;
    if (known && found.length >= looked_at) break;
  }
  return found;
}

/** Prints a line per new email and per change of its last event, until interrupted. */
async function tail(input: Input): Promise<undefined> {
  const { io, values } = input;
  const given = text(values, 'rounds');
  if (given !== undefined && !/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError('--rounds must be a whole number');
  const rounds = given === undefined ? Number.POSITIVE_INFINITY : Number(given);
  const seen = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    for (const email of await newest(input, round === 0 ? null : seen)) {
      const known = seen.get(email.id);
      seen.set(email.id, email.last_event);
      if (round === 0 || known === email.last_event) continue;
      printObject(input, email, `${email.created_at} ${email.id} ${email.last_event} ${email.to.join(', ')}`);
    }
    if (round + 1 < rounds) await io.sleep(poll_ms);
  }
}

const sendOptions = [
  ['--from <address>', 'Sender address. Its domain must be verified.'],
  ['--to <address...>', 'Recipients.'],
  ['--cc <address...>', 'Cc recipients.'],
  ['--bcc <address...>', 'Bcc recipients.'],
  ['--subject <text>', 'Subject.'],
  ['--text <text>', 'Plain-text body, or - to read standard input.'],
  ['--html <html>', 'HTML body, or - to read standard input.'],
  ['--html-file <file>', 'File with the HTML body.'],
  ['--template <alias>', 'Published template to use instead of a subject and body.'],
  ['--var <name=value...>', 'Template variables.'],
  ['--tag <name=value...>', 'Tags.'],
  ['--attach <file...>', 'Files to attach.'],
  ['--schedule <time>', 'When to send the email, as an ISO 8601 time in UTC.'],
  ['--tenant <id>', 'Send on behalf of this tenant.'],
  ['--category <name>', 'One of transactional, product, or newsletter.'],
  ['--unsubscribe', 'Add managed unsubscribe links.'],
  ['--reply-to <address>', 'Address for replies.'],
  ['--header <name=value...>', 'Extra headers.'],
  [
    '--idempotency-key <key>',
    'The email is sent only once, even if you repeat the command with the same key.',
  ],
  ['--wait [seconds]', 'Wait up to this long for the final status. Default: 60 seconds.'],
] as const;

const sendCommand: CommandSpec = {
  name: 'send',
  about: 'Send an email',
  options: sendOptions,
  example: 'mailwright send --from hello@acme.test --to you@acme.test --subject Hello --text "It works."',
  run: send,
};

export const emailCommands: CommandSpec[] = [
  sendCommand,
  { ...sendCommand, name: 'emails send' },
  {
    name: 'emails show',
    about: 'Show an email with its timeline',
    args: ['<id>'],
    example: 'mailwright emails show msg_01kangg8m2xk5q7r9s3t1v4w6y',
    run: show,
  },
  {
    name: 'emails tail',
    about: 'Print new emails and status changes as they come in',
    options: [['--rounds <number>', 'Stop after this many checks. Checks are two seconds apart.']],
    example: 'mailwright emails tail --rounds 1',
    run: tail,
  },
];
