// Sends an email for each job of a queue. Jobs come as lines of JSON, each answered by `ack`, `retry` or `dead`.
import { createInterface } from 'node:readline';
import { isMailwrightError, Mailwright, SuppressedError, ValidationError } from '@mailwright/sdk';

const mailwright = new Mailwright();
const from = process.env.MAIL_FROM;

/** The same job makes the same bytes: a key that is used for other content is refused. */
const emailOf = ({ number, email, total }) => ({
  from,
  to: email,
  subject: `Your order ${number}`,
  text: `Thank you for order ${number}. The total is ${total}.`,
  tags: { order: String(number) },
});

/**
 * The queue delivers a job again when the worker ends before its `ack`. The key of the order makes the second
 * send the first one: the answer has the same id, and no second email goes out.
 */
async function handle(job) {
  try {
    const { id } = await mailwright.emails.send(emailOf(job), { idempotencyKey: `order-${job.number}` });
    return { result: 'ack', id };
  } catch (error) {
    if (!isMailwrightError(error)) throw error;
    // These concern this email and stay. What concerns the key, a limit or the connection passes: the job goes back.
    const stays = error instanceof ValidationError || error instanceof SuppressedError;
    return { result: stays ? 'dead' : 'retry', error: error.name };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  console.log(JSON.stringify({ number: job.number, ...(await handle(job)) }));
}
