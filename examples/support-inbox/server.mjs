// Opens a ticket for each email that arrives, and answers in its thread. Further mails of a thread join the ticket.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Mailwright, SuppressedError, ValidationError } from '@mailwright/sdk';
import { verifyWebhook, WebhookSignatureError } from '@mailwright/sdk/webhooks';

const mailwright = new Mailwright();
const { MAIL_FROM: from, WEBHOOK_SECRET: secret, PORT = '3002' } = process.env;

// In place of the application's database.
const tickets = [];
const filed = new Map();
const seen = new Set();

/** The ticket of the thread: our answer carries its number, and replies name the mail that they answer. */
const ticketOf = ({ in_reply_to, references }) =>
  tickets.find(({ message_ids }) => [in_reply_to, ...references].some((id) => message_ids.includes(id)));

/** Machines answer machines: no answer to bounces, lists and automatic replies (RFC 3834). */
const isAutomatic = ({ from: sender, headers }) =>
  sender === '' ||
  headers.some(({ name, value }) => {
    const field = name.toLowerCase();
    return (field === 'auto-submitted' && value.trim().toLowerCase() !== 'no') || field === 'list-id';
  });

/** The ticket that a mail joins, and whether it is its first: the same ones when its webhook comes again. */
function fileMail(email_id, mail) {
  const before = filed.get(email_id);
  if (before) return before;
  const known = ticketOf(mail);
  const ticket = known ?? { number: tickets.length + 1, subject: mail.subject, message_ids: [], texts: [] };
  if (!known) tickets.push(ticket);
  if (mail.message_id !== null) ticket.message_ids.push(mail.message_id);
  ticket.texts.push(mail.reply_text ?? mail.text ?? '');
  filed.set(email_id, { ticket, isFirst: !known });
  return filed.get(email_id);
}

/** The thread of the answer: its first mail and the newest ones, as many as a header of 2,048 characters holds. */
function referencesOf({ references, message_id }) {
  const [first, ...newest] = [...references, message_id];
  while (newest.length > 1 && [first, ...newest].join(' ').length > 2_048) newest.shift();
  return [first, ...newest].join(' ');
}

async function receive({ email_id }) {
  const mail = await mailwright.receivedEmails.get(email_id);
  const { ticket, isFirst } = fileMail(email_id, mail);
  if (!isFirst || isAutomatic(mail) || mail.spam_status === 'fail') return;
  await mailwright.emails.send(
    {
      from,
      to: mail.reply_to[0] ?? mail.from,
      subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
      text: `We have your message. Its number is ${ticket.number}.`,
      headers: {
        ...(mail.message_id !== null && { 'In-Reply-To': mail.message_id, References: referencesOf(mail) }),
        'Auto-Submitted': 'auto-replied',
      },
    },
    // A webhook may come twice: its answer is one email.
    { idempotencyKey: `answer-${email_id}` },
  );
}

async function answer(request) {
  if (request.method === 'GET') return [200, tickets];
  const raw = await buffer(request);
  const event = await verifyWebhook(raw, request.headers['service-signature'], secret);
  if (event.type !== 'email.received' || seen.has(event.id)) return [204];
  // The sender may not be written to, or gave no address that can be: the ticket is there, and no repeat changes that.
  await receive(event.data).catch((error) => {
    if (!(error instanceof SuppressedError || error instanceof ValidationError)) throw error;
    console.error(`not answered: ${error.name} ${error.requestId ?? ''}`);
  });
  // After the work: a webhook that failed comes again.
  seen.add(event.id);
  return [204];
}

const server = createServer((request, response) => {
  answer(request)
    .catch((error) => {
      console.error(error.name);
      return [error instanceof WebhookSignatureError ? 400 : 500];
    })
    .then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body && JSON.stringify(body));
    });
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening ${server.address().port}`));
