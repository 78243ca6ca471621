import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cloud, startCloud } from './cloud.ts';
import { dropAwsVariables, localStack, type StackFile } from './environment.ts';
import { endForgottenRuns, findRun, localFolder, type Run } from './running.ts';
import { createSteps } from './steps.ts';

const logFile = `${localFolder}/start.log`;

const usage = `npm start -- [--detach] [--keep]

  --detach                 return when the stack is ready, and keep it running until npm run stop
  --keep                   save the data when the stack stops, and load it at the next start
  WEBHOOK_TARGETS=public   send webhooks only to public https addresses, as on AWS (default: any address)
  INBOUND=ses              receive mail through SES, as with -c inbound=ses (default: smtp, Mailwright's own receiver)
  IMPORT_SENDGRID_US_URL=<url>, IMPORT_SENDGRID_EU_URL=<url>, IMPORT_POSTMARK_URL=<url>,
  IMPORT_MAILGUN_US_URL=<url>, IMPORT_MAILGUN_EU_URL=<url>
                           provider URLs for imports. Each must use https, or http on this machine
  IMPORT_SLICE_SECONDS=<n>, IMPORT_GIVE_UP_SECONDS=<n>
                           how long one import request runs, and how long an import retries an unavailable provider
  AWS_ENDPOINT_URL=<url>   use a running MiniStack or another emulator (see docs/local-cloud.md)
  STAND_IN_HOST=<name>     the host name or address that the emulator's containers use to reach this machine. With
                           127.0.0.1, SES and DNS listen only on that address. With any other value, they listen on all
                           addresses
`;

/** `npm start`: a local stack that runs until Ctrl-C, or with --detach until `npm run stop`. */
async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      detach: { type: 'boolean' },
      keep: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const webhookTargets = choiceOf('WEBHOOK_TARGETS', ['any', 'public']);
  mkdirSync(localFolder, { recursive: true });
  const running = findRun();
  if (running) return reportRunning(running);
  await endForgottenRuns();
  if (values.keep && process.env.AWS_ENDPOINT_URL)
    throw new Error(
      '--keep works only with the emulator that npm start runs. To use that emulator, unset AWS_ENDPOINT_URL.',
    );
  await (values.detach ? startDetached(values.keep) : startHere(webhookTargets, values.keep));
}

/** One of two values. The first is the default. A typo must not allow webhooks to reach private addresses. */
function choiceOf<A extends string, B extends string>(variable: string, [usual, other]: [A, B]): A | B {
  const value = process.env[variable] || usual;
  if (value === usual || value === other) return value as A | B;
  throw new Error(`${variable} must be "${usual}" or "${other}", not "${value}".`);
}

function reportRunning({ processes: [holder] }: Run): void {
  if (!existsSync(`${localFolder}/stack.json`)) {
    process.stderr.write(`A local stack is already starting (process ${holder?.pid}).\n`);
    process.exitCode = 1;
    return;
  }
  process.stderr.write(
    `A local stack is already running (process ${holder?.pid}). Stop it with \`npm run stop\`.\n`,
  );
  process.stdout.write(summary(localStack()));
}

async function startHere(webhookTargets: 'public' | 'any', keep?: boolean): Promise<void> {
  const steps = createSteps();
  const stopping = untilSignalled();
  let cloud: Cloud | undefined;
  try {
    const endpoint = dropAwsVariables()?.replace(/\/$/, '');
    const inbound = choiceOf('INBOUND', ['smtp', 'ses']);
    const standInHost = process.env.STAND_IN_HOST || undefined;
    const options = { folder: localFolder, steps, webhookTargets, inbound, endpoint, standInHost, keep };
    const started = startCloud(options);
    cloud = await Promise.race([started, stopping]);
    // A signal arrived during the start, so stop everything that is already running.
    if (!cloud) cloud = await started;
    else {
      steps.total('ready');
      process.stdout.write(summary(cloud.stack));
      await stopping;
    }
  } finally {
    await cloud?.close();
  }
}

/** Resolves at the first Ctrl-C or kill. A second one ends the process immediately. */
function untilSignalled(): Promise<undefined> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.stderr.write('\nstopping …\n');
        done(undefined);
      });
    }
  });
}

async function startDetached(keep = false): Promise<void> {
  // The summary has an API key, so no other user may read it, whatever an older file's permissions.
  rmSync(logFile, { force: true });
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(
    process.execPath,
    [...process.execArgv, import.meta.filename, ...(keep ? ['--keep'] : [])],
    {
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  let failed: Error | undefined;
  child.once('error', (error) => {
    failed = error;
  });
  await untilReady(() => failed?.message ?? endOf(child));
  child.unref();
  process.stderr.write('Running in the background. Stop it with `npm run stop`.\n');
}

/** Prints the log of the start until the stack is ready. Throws if the start ends before that. */
async function untilReady(ended: () => string | undefined): Promise<void> {
  for (let shown = 0; ; await wait(100)) {
    // Checked before reading the log, so that everything written before the end is printed.
    const end = ended();
    const text = readFileSync(logFile, 'utf8');
    process.stderr.write(text.slice(shown));
    shown = text.length;
    if (text.includes(readyMark)) return;
    if (end !== undefined) throw new Error(`The local stack didn't start (${end}). See ${logFile}`);
  }
}

function endOf({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (signalCode !== null) return `ended by ${signalCode}`;
  return exitCode === null ? undefined : `exit code ${exitCode}`;
}

const readyMark = 'Try it:';

function summary(stack: StackFile): string {
  const { base_url, api_key, smtp, inbound } = stack;
  const from = `hello@${stack.sending_domain}`;
  const body = JSON.stringify({ from, to: stack.account_email, subject: 'Hello', text: 'It works.' });
  return `
  Base URL   ${base_url}
  API key    ${api_key}
  Dashboard  ${stack.dashboard_url}
             Sign-in link (works once): ${stack.sign_in_url}
  Inbox      ${stack.inbox_url}
  SMTP       localhost:${smtp?.port} (STARTTLS) or localhost:${smtp?.tls_port} (TLS)
             User ${smtp?.username}, password ${smtp?.password}
  CA file    ${smtp?.ca_file}
             Node: NODE_EXTRA_CA_CERTS=${smtp?.ca_file} node app.js
             nodemailer: tls: { ca: readFileSync('${smtp?.ca_file}') }
  Inbound    ${inbound?.host}:${inbound?.port} receives mail for any address at ${inbound?.domain}

  The next start uses the same ports (if free), API key, and SMTP password.

${readyMark}
  curl -s ${base_url}/emails -H 'authorization: Bearer ${api_key}' -H 'content-type: application/json' -d '${body}'

`;
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  // If we only set exitCode, a detached start would keep following the log.
  process.exit(1);
});
