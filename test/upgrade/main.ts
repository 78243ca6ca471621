import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import nodemailer from 'nodemailer';
import { clientOf } from '../../localstack/aws-api.ts';
import { localFolder } from '../../localstack/running.ts';
import { createSteps } from '../../localstack/steps.ts';
import { endAllOnSignal } from '../../tools/interrupt.ts';
import { stopReceivers } from '../support/receiver.ts';
import { startEndpoint, startSender } from './mail.ts';
import { checkoutOf, type Stage, startStage } from './stage.ts';

// `npm run check -- upgrade` deploys release 0.2, this commit, and 0.2 again, with mail in flight during each change.

type Sender = ReturnType<typeof startSender>;

/** Before a change: puts emails in every state. Neither SES nor the endpoint accepts one until the change is over. */
async function putUnderWay({ ses }: Stage, sender: Sender, hook: { fails: boolean }, change: string) {
  hook.fails = true;
  // Shorter than the webhook retry period, however long the deploy takes.
  setTimeout(() => (hook.fails = false), 45_000).unref();
  await ses.control({ throttle_ratio: 1 });
  setTimeout(() => void ses.control({ throttle_ratio: 0 }), 20_000).unref();
  await sender.batch(`batch before ${change}`);
  await sender.schedule(`scheduled before ${change}`, 20_000);
  await sender.schedule(`scheduled long before ${change}`, 90_000);
  await wait(3_000);
}

const release = ({ ses }: Stage) => ses.control({ throttle_ratio: 0 });

const countsOf = (values: Iterable<string>): Map<string, number> =>
  new Map([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));

/** How often SES got each accepted email, by kind, if it wasn't once. */
async function findFaults(
  { ses }: Stage,
  { accepted }: Sender,
  taken: Awaited<ReturnType<typeof startEndpoint>>['taken'],
) {
  const sent = countsOf((await ses.messages()).map(({ tags }) => tags.email_id ?? ''));
  const events = countsOf([...taken.values()].map(({ email, type }) => `${email} ${type}`));
  return [...accepted].flatMap(([id, kind]) => [
    ...(sent.get(id) === 1 ? [] : [`${kind} ${id} was sent ${sent.get(id) ?? 0} times`]),
    ...['email.sent', 'email.delivered'].flatMap((type) =>
      events.get(`${id} ${type}`) === 1
        ? []
        : [`${kind} ${id} has ${events.get(`${id} ${type}`) ?? 0} events ${type}`],
    ),
  ]);
}

async function outboxRows({ endpoint, region, tableName }: Stage): Promise<string[]> {
  const client = new DynamoDBClient(clientOf({ endpoint, region }));
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: tableName(),
      // A finished batch's row stays for repeated requests until the sweep removes it.
      FilterExpression: 'begins_with(pk, :outbox) AND attribute_not_exists(finished)',
      ExpressionAttributeValues: { ':outbox': { S: 'OUTBOX#' } },
    }),
  );
  return Items.map(({ sk }) => sk?.S ?? '');
}

/** The number of faults of each kind. */
function summary(faults: string[]): string {
  const counts = countsOf(faults.map((one) => one.replace(/\b(?:msg|bat|evt)_\w+ ?/g, '')));
  return [...counts].map(([fault, n]) => `${n} × ${fault}`).join('; ');
}

/**
 * Waits until nothing is in flight. Returns what is left after 15 minutes. The sweep checks a row for the second time
 * after ten.
 */
async function untilSettled(stage: Stage, look: () => Promise<string[]>): Promise<string[]> {
  let left: string[] = [];
  for (let tries = 0; tries < 450; tries++) {
    const depths = Object.entries(await stage.depths()).map(([queue, n]) => `${n} messages in ${queue}`);
    const rows = (await outboxRows(stage)).map((row) => `outbox row ${row}`);
    left = [...(await look()), ...depths, ...rows];
    if (left.length === 0) return [];
    if (tries % 15 === 14) process.stdout.write(`under way: ${summary(left)}\n`);
    await wait(2_000);
  }
  return left;
}

async function main(): Promise<number> {
  endAllOnSignal();
  const steps = createSteps();
  const folder = await mkdtemp(resolve(localFolder, 'upgrade-'));
  const old = await steps.run('release 0.2 with its packages', () => checkoutOf('0.2'));
  const stage = await steps.run('emulator', () => startStage(folder));
  const endpoint = await startEndpoint();
  const hook = endpoint.state;
  let faults = ['it did not end'];
  try {
    await steps.run('deploy of 0.2', () => stage.deploy(old));
    const { api_key, account_id } = await steps.run('account', () => stage.seed(old));
    const sender = startSender({ base_url: stage.base_url, api_key });
    const look = () => findFaults(stage, sender, endpoint.taken);
    await sender.start(endpoint.url);
    await wait(3_000);

    await putUnderWay(stage, sender, hook, 'the upgrade');
    await steps.run('deploy of this commit', () => stage.deploy(process.cwd()));
    await release(stage);
    const smtp = await steps.run('SMTP', () => stage.smtp(account_id));
    await wait(5_000);

    const { host, port, username: user, password: pass } = smtp.settings;
    const transport = nodemailer.createTransport({
      host,
      port,
      auth: { user, pass },
      tls: { rejectUnauthorized: false },
    });
    for (let i = 0; i < 5; i++) {
      const { response } = await transport.sendMail({
        from: 'shop@acme.test',
        to: `smtp-${i}@x.example`,
        subject: 'SMTP',
        text: 'Hi',
      });
      const [id] = /msg_\w+/.exec(response) ?? [];
      if (id === undefined) throw new Error(`no id in ${response}`);
      sender.accepted.set(id, 'SMTP before the rollback');
    }
    await smtp.close();

    await putUnderWay(stage, sender, hook, 'the rollback');
    await steps.run('deploy of 0.2 again', () => stage.deploy(old));
    await release(stage);
    await wait(5_000);
    await sender.stop();
    faults = await steps.run('nothing in flight after the rollback', () => untilSettled(stage, look));
    process.stdout.write(`${sender.accepted.size} emails accepted, ${endpoint.taken.size} events posted\n`);
    for (const [kind, n] of countsOf(sender.accepted.values())) process.stdout.write(`  ${n} ${kind}\n`);
  } finally {
    await stage.close();
    await stopReceivers();
    if (faults.length === 0) await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${summary(faults)}\n${faults.length} lost, doubled, or stuck\n`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
