import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { type Cloud, startCloud } from './cloud.ts';
import { localStack, type StackFile } from './environment.ts';
import { eventually } from './net.ts';
import { findRun, forgetRun, localFolder, noteRun } from './running.ts';
import { createSteps } from './steps.ts';

const logFile = `${localFolder}/start.log`;

/** `npm start`: a local stack that lives until Ctrl-C, or with --detach until `npm run stop`. */
async function main(args: string[]): Promise<void> {
  mkdirSync(localFolder, { recursive: true });
  const running = findRun();
  if (running) return tellRunning(running.pid);
  await (args.includes('--detach') ? startDetached() : startHere());
}

function tellRunning(pid: number): void {
  if (!existsSync(`${localFolder}/stack.json`)) {
    process.stderr.write(`A local stack is starting already (process ${pid}).\n`);
    process.exitCode = 1;
    return;
  }
  process.stderr.write(`A local stack is running already (process ${pid}); \`npm run stop\` ends it.\n`);
  process.stdout.write(summary(localStack()));
}

async function startHere(): Promise<void> {
  noteRun({ pid: process.pid });
  const steps = createSteps();
  const stopping = untilSignalled();
  let cloud: Cloud | undefined;
  try {
    const started = startCloud({
      folder: localFolder,
      steps,
      webhookTargets: process.env.WEBHOOK_TARGETS === 'public' ? 'public' : 'any',
      endpoint: process.env.AWS_ENDPOINT_URL?.replace(/\/$/, ''),
    });
    cloud = await Promise.race([started, stopping]);
    // A signal during the start: what is up by then is taken down again.
    if (!cloud) cloud = await started;
    else {
      steps.total('ready');
      process.stdout.write(summary(cloud.stack));
      await stopping;
    }
  } finally {
    await cloud?.close();
    forgetRun();
  }
}

/** Resolves at the first Ctrl-C or kill; a second one ends the process at once. */
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

/** Starts the same in a process of its own, shows its progress, and returns when it is ready. */
async function startDetached(): Promise<void> {
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, ['localstack/start.ts'], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  let shown = 0;
  const ready = async () => {
    const text = readFileSync(logFile, 'utf8');
    process.stderr.write(text.slice(shown));
    shown = text.length;
    if (child.exitCode !== null) throw new Error(`the local stack did not start; see ${logFile}`);
    return text.includes(readyMark) || undefined;
  };
  await eventually(ready, { seconds: 300, complaint: `the local stack is not ready; see ${logFile}` });
  process.stderr.write('It runs in the background; `npm run stop` ends it.\n');
}

const readyMark = 'Try it:';

function summary(stack: StackFile): string {
  const { base_url, api_key, inbox_url, sending_domain, account_email } = stack;
  const body = JSON.stringify({
    from: `hello@${sending_domain}`,
    to: account_email,
    subject: 'Hello',
    text: 'It works.',
  });
  return `
  Base URL   ${base_url}
  API key    ${api_key}
  Inbox      ${inbox_url}

${readyMark}
  curl -s ${base_url}/emails -H 'authorization: Bearer ${api_key}' -H 'content-type: application/json' -d '${body}'

`;
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
