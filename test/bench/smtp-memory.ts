import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import nodemailer from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Context } from '../../shared/domain/context.ts';
import { memoryOf } from '../support/process-usage.ts';
import { against, fixed, type Table } from './sections.ts';
import { makeSender, startTask } from './smtp-task.ts';

const [idle, uploads] = [500, 50];
/** An attachment of about 10 MB in base64. */
const upload_bytes = 7_660_000;
/** Below the limits per address and account in the table "Limits". */
const [perAddress, perAccount] = [40, 180];
/** The task's memory limit in megabytes (R61). */
const budget_mb = 512;

const addressOf = (net: number, i: number) => `127.0.${net}.${1 + Math.floor(i / perAddress)}`;

/** The relay's memory with idle TLS sessions, and while as many large messages arrive at once (R61). */
export async function measureMemory(ctx: Context, environment: Record<string, string>): Promise<Table> {
  const { pid, options: relay, close } = await startTask(environment);
  const { auth, from } = await makeSender(ctx);
  const start = memoryOf(pid);
  const sessions: SMTPConnection[] = [];
  for (let i = 0, owner = auth; i < idle; i++) {
    if (i % perAccount === 0) owner = (await makeSender(ctx)).auth;
    const session = new SMTPConnection({ ...relay, localAddress: addressOf(1, i) });
    await promisify((done: () => void) => session.once('error', done).connect(done))();
    await promisify(session.login.bind(session, owner))();
    sessions.push(session);
  }
  const sleeping = memoryOf(pid);
  const began = performance.now();
  const upload = (_: unknown, i: number) =>
    nodemailer.createTransport({ ...relay, auth, localAddress: addressOf(2, i) }).sendMail({
      from,
      to: 'ada@x.example',
      subject: `file ${i}`,
      text: 'See the file.',
      attachments: [{ filename: 'file.bin', content: randomBytes(upload_bytes) }],
    });
  const results = await Promise.allSettled(Array.from({ length: uploads }, upload));
  const seconds = (performance.now() - began) / 1000;
  const refused = results.filter((result) => result.status === 'rejected');
  for (const { reason } of refused) process.stderr.write(`${reason}\n`);
  for (const session of sessions) {
    await promisify(session.reset.bind(session))();
    session.close();
  }
  const { peak_mb } = memoryOf(pid);
  await close();
  return {
    title: 'SMTP task: memory',
    about: `RSS of the bundled task: after its start, with idle sessions that are logged in over TLS, and
the maximum while messages of 10 MB arrive at once. Written by \`npm run check -- bench --memory --write\`.`,
    head: ['idle sessions', 'uploads', 'refused', 'start MB', 'idle MB', 'most MB', 's'],
    rows: [
      [
        ...[idle, uploads].map(String),
        against(refused.length, 0),
        ...[start, sleeping].map(({ now_mb }) => fixed(now_mb, 0)),
        against(peak_mb, budget_mb, { digits: 0 }),
        fixed(seconds, 0),
      ],
    ],
  };
}
