import { serviceHosts } from '../../../shared/domain/domains/records.ts';
import { Broken, describeAnswer, reasonOf } from './client.ts';
import { openSession, type Place, type SmtpSession } from './session.ts';
import { ask, recipient, type Visit } from './visit.ts';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

/** Sends a line and returns the reply. Throws `Broken` without one. */
const replyTo = (session: SmtpSession, line: string, fix: string): Promise<string> =>
  session.say(line).catch((error: Error) => {
    const verb = line.split(/[ :]/)[0];
    throw new Broken(`${error.message} after ${verb} (greeting: ${session.greeting})`, fix);
  });

/** Sends a line. Throws `Broken` unless the reply begins with `code`. */
async function expecting(session: SmtpSession, line: string, code: string, fix: string): Promise<string> {
  const reply = await replyTo(session, line, fix);
  if (reply.startsWith(code)) return reply;
  throw new Broken(`the relay's reply to ${line.split(/[ :]/)[0]} was ${reply}`, fix);
}

async function credential(visit: Visit): Promise<string> {
  const answer = await ask(visit, 'POST', '/smtp-credentials', { name: 'doctor' });
  const made = answer.body.smtp_credential as { id: string } | undefined;
  if (made === undefined)
    throw new Broken(
      `POST /smtp-credentials returned ${describeAnswer(answer)}`,
      'Check the log of the `keys` function',
    );
  visit.credential = made.id;
  return String(answer.body.password);
}

const connected = (place: Place, servername: string, fix: string): Promise<SmtpSession> =>
  openSession(place, { tls: { servername } }).catch((error: Error) => {
    throw new Broken(`can't connect to ${place.host}:${place.port}: ${reasonOf(error)}`, fix);
  });

/** Sends one message through the relay over TLS, and returns the id of its email. */
export async function checkRelay(visit: Visit): Promise<string> {
  const { settings } = visit.ctx;
  if (!settings.smtp_relay)
    return 'skipped: this deployment has no SMTP relay. To add one, deploy with -c smtp=true';
  const place = visit.relay ?? { host: settings.smtp_host, port: 465 };
  const fix = `Check that ${settings.smtp_host} points to the load balancer, then check the ECS service events and the task log`;
  const password = await credential(visit);
  const session = await connected(place, settings.smtp_host, fix);
  try {
    const login = Buffer.from(`\0service\0${password}`).toString('base64');
    const from = `doctor@${settings.sandbox_domain}`;
    await expecting(session, 'EHLO doctor.invalid', '250', fix);
    await expecting(session, `AUTH PLAIN ${login}`, '235', fix);
    await expecting(session, 'MAIL FROM:<>', '250', fix);
    await expecting(session, `RCPT TO:<${recipient}>`, '250', fix);
    await expecting(session, 'DATA', '354', fix);
    const message = [`From: ${from}`, `To: ${recipient}`, 'Subject: npm run doctor', '', 'ok', '.'];
    const reply = await expecting(session, message.join('\r\n'), '250', fix);
    const trust = session.trusted
      ? ''
      : "; this machine doesn't trust the relay's certificate. Set smtpCertificate";
    return `${reply.slice(4)}${trust}`;
  } finally {
    session.close();
  }
}

/** Checks that the receiver answers and rejects mail for unknown domains. */
export async function checkDoor(visit: Visit): Promise<string> {
  const { inbound, service_domain } = visit.ctx.settings;
  if (inbound === 'off')
    return "skipped: this deployment doesn't receive mail. To receive mail, deploy with -c inbound=smtp or -c inbound=ses";
  if (service_domain === null) return 'skipped: receiving mail requires -c serviceDomain';
  const host = serviceHosts(visit.ctx).inbound;
  const place = visit.door ?? { host, port: 25 };
  const behind = inbound === 'ses' ? "SES's active receipt rule set" : "the SMTP task's log";
  const fix = `Check whether ${host} is reachable from another network, and check ${behind}`;
  let session: SmtpSession;
  try {
    session = await openSession(place, { tls: null });
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND' || codeOf(error) === 'ECONNREFUSED')
      throw new Broken(`can't connect to ${place.host}:${place.port}: ${reasonOf(error as Error)}`, fix);
    return `skipped: ${place.host}:${place.port} is unreachable from here. Many networks block this port`;
  }
  try {
    await replyTo(session, 'EHLO doctor.invalid', fix);
    await replyTo(session, 'MAIL FROM:<>', fix);
    const reply = await replyTo(session, 'RCPT TO:<doctor@doctor.invalid>', fix);
    if (!/^[45]/.test(reply))
      throw new Broken(`${place.host} accepts mail for unknown domains: ${reply}`, fix);
    return `${place.host} is reachable and rejects mail for unknown domains`;
  } finally {
    session.close();
  }
}
