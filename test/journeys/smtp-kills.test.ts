import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { inParallel } from '../../shared/core/in-parallel.ts';
import { testClock } from '../support/api.ts';
import { environment, readStack } from '../support/environment.ts';
import { collectLog } from '../support/log.ts';
import { patientTimeout } from '../support/patience.ts';
import { acceptedId, type Service, talkAs } from '../support/smtp.ts';
import { sweepOf } from '../support/sweep.ts';
import { killUntil } from '../support/task-kills.ts';
import { until } from '../support/until.ts';
import { caller } from './world.ts';

/** `npm run check -- soak:relay`: so many messages, and the deployed sweep repairs what a kill left. */
const soaks = process.env.RELAY_SENDS !== undefined;
const sends = Number(process.env.RELAY_SENDS ?? 40);
/** The sweep handles an outbox row two to four minutes after it was written. */
const sweep_ms = 300_000;
const clients = 10;
const kills = Math.max(2, Math.round(sends / 100));

patientTimeout(120_000 + sweep_ms + sends * 500);

const { smtp, api_key, account_email, sending_domain } = readStack();
const { AWS_ENDPOINT_URL_SES: ses } = environment();
const call = caller(api_key);
const run = `kills ${Date.now()}`;

const transport = createTransport({
  pool: true,
  maxConnections: clients,
  maxMessages: Number.POSITIVE_INFINITY,
  host: smtp.host,
  port: smtp.tls_port,
  secure: true,
  auth: { user: smtp.username, pass: smtp.password },
  tls: { ca: readFileSync(smtp.ca_file) },
});

/** No subject is a prefix of another, because the list filters by prefix. */
const subjectOf = (i: number) => `${run} ${i}.`;

/** Sends one message, and repeats it with the same Message-ID until it is accepted. Returns its id. */
async function relay(i: number, failures: { count: number }): Promise<string> {
  const message = {
    from: `hello@${sending_domain}`,
    to: account_email,
    subject: subjectOf(i),
    text: 'It works.',
    messageId: `<${run.replace(' ', '-')}-${i}@${sending_domain}>`,
  };
  const deadline = Date.now() + 90_000;
  for (;;) {
    try {
      return acceptedId((await transport.sendMail(message)).response);
    } catch (error) {
      failures.count++;
      if (Date.now() > deadline) throw error;
      await wait(200 + Math.random() * 300);
    }
  }
}

/** How often SES got an email. 0 means not in time. */
async function deliveries(id: string, within_ms: number): Promise<number> {
  const handed = async () => {
    const found = await (await fetch(`${ses}/_control/messages?email_id=${id}`)).json();
    return (found as { messages: object[] }).messages.length;
  };
  return until(handed, { within_ms, what: `${id} at SES` }).catch(() => 0);
}

/** The sweep as it runs minutes later, for these emails. */
async function sweepLater(ids: string[]): Promise<void> {
  const clock = testClock();
  clock.advance(3 * 60_000);
  const ctx = createContext(readConfig(environment()), { log: collectLog().log, runtime: clock.runtime });
  await sweepOf(ctx, (id) => ids.includes(id));
}

/** The emails that SES didn't get once. A kill before the queue leaves the email to the sweep. */
async function notOnce(ids: string[]): Promise<string[]> {
  const counted = async (of: string[], within_ms: number) => {
    const wrong: string[] = [];
    await inParallel(of, 40, async (id) => {
      if ((await deliveries(id, within_ms)) !== 1) wrong.push(id);
    });
    return wrong;
  };
  const left = await counted(ids, soaks ? sweep_ms : 8_000);
  if (soaks || left.length === 0) return left;
  await sweepLater(left);
  return counted(left, 20_000);
}

test(`the relay killed at random moments under ${sends} messages: each is one email, delivered once [R10]`, async () => {
  const failures = { count: 0 };
  const ids: string[] = [];
  let next = 0;
  const client = async () => {
    while (next < sends) {
      const i = next++;
      ids[i] = await relay(i, failures);
      // Fewer at a time than the relay accepts, so that kills happen in between.
      await wait(50);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  let done = false;
  const [killed] = await Promise.all([killUntil(() => done, kills), all.then(() => (done = true))]);
  transport.close();
  expect(new Set(ids).size).toBe(sends);
  const unlisted: string[] = [];
  for (const [i, id] of ids.entries()) {
    const { body } = await call('GET', `/emails?subject=${encodeURIComponent(subjectOf(i))}`);
    const exact = (body.emails as { id: string; subject: string }[]).filter(
      ({ subject }) => subject === subjectOf(i),
    );
    if (exact.length !== 1 || exact[0]?.id !== id) unlisted.push(id);
  }
  expect({ unlisted, notOnce: await notOnce(ids) }).toEqual({ unlisted: [], notOnce: [] });
  expect(killed).toBeGreaterThan(0);
  if (soaks) process.stderr.write(`${sends} messages, ${killed} kills, ${failures.count} broken attempts\n`);
});

test('SIGTERM under load: each message that has begun comes to its reply, and the task ends [R67]', async () => {
  const { pid, port, tls_port, password, health_url } = readStack().smtp;
  const service = { ports: { starttls: port, implicit: tls_port } } as Service;
  const talking = await Promise.all(Array.from({ length: 20 }, () => talkAs(service, password)));
  for (const one of talking) {
    await one.say('MAIL FROM:<>');
    await one.say(`RCPT TO:<${account_email}>`);
    await one.say('DATA');
    one.write(
      `From: hello@${sending_domain}\r\nTo: ${account_email}\r\nSubject: ${run}\r\n\r\nfirst half\r\n`,
    );
  }
  process.kill(pid, 'SIGTERM');
  const draining = async () => ((await fetch(health_url).catch(() => null))?.ok ? undefined : true);
  await until(draining, { within_ms: 10_000, what: 'the end of health' });
  const replies = await Promise.all(talking.map((one) => one.say('second half\r\n.')));
  expect(new Set(replies.map(acceptedId)).size).toBe(talking.length);
  for (const one of talking)
    expect(await one.say('MAIL FROM:<>').catch(() => '421 4.3.2 closed')).toMatch(/^421 4\.3\.2 /);
  const gone = async () => {
    try {
      process.kill(pid, 0);
      return undefined;
    } catch {
      return true;
    }
  };
  await until(gone, { within_ms: 40_000, what: 'the end of the task' });
  const healthy = async () => (await fetch(health_url).catch(() => null))?.ok || undefined;
  await until(healthy, { within_ms: 60_000, what: 'health' });
});
