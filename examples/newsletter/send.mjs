// Sends one issue to a list: lines of JSON {"email", "name"} come in, a line for each recipient goes out.
import { createInterface } from 'node:readline';
import { Mailwright } from '@mailwright/sdk';

const mailwright = new Mailwright();
const { MAIL_FROM: from, ISSUE: issue = '' } = process.env;
// The most that one request takes.
const batch_size = 100;

if (issue === '') {
  console.error('ISSUE names the issue: within 24 hours the same one is not sent twice to the same people');
  process.exit(2);
}

/**
 * `unsubscribe` adds the link of the footer and the header with which mail programs unsubscribe in one click; whoever
 * has used it is refused as suppressed, in this category alone.
 */
const emailTo = ({ email, name }) => ({
  from,
  to: email,
  subject: `News ${issue}`,
  text: `Hello ${name},\n\nthis is issue ${issue}.\n\nNo more of these: {{unsubscribe_url}}`,
  category: 'newsletter',
  unsubscribe: true,
  tags: { issue },
});

/** The key names the issue and the place in the list: run again after a crash, what was sent stays sent. */
async function send(recipients, first) {
  const { data } = await mailwright.emails.sendBatch(
    { emails: recipients.map(emailTo) },
    { idempotencyKey: `news-${issue}-${first}` },
  );
  for (const [i, result] of data.entries())
    console.log(JSON.stringify({ email: recipients[i].email, ...result }));
}

let [waiting, first] = [[], 0];
for await (const line of createInterface({ input: process.stdin })) {
  waiting.push(JSON.parse(line));
  if (waiting.length < batch_size) continue;
  await send(waiting, first);
  first += waiting.length;
  waiting = [];
}
if (waiting.length > 0) await send(waiting, first);
