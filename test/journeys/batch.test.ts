import { environment, readStack } from '../support/environment.ts';
import { until } from '../support/until.ts';

type Result = { index: number; id: string | null; status: string; error?: { status: number } };

const stack = readStack();
const ses = environment().AWS_ENDPOINT_URL_SES;

/** One email's messages as SES sent them. */
async function messagesOf(email_id: string): Promise<string[]> {
  const response = await fetch(`${ses}/_control/messages?email_id=${email_id}`);
  const { messages } = (await response.json()) as { messages: { message_id: string }[] };
  const sources = messages.map(async ({ message_id }) =>
    (await fetch(`${ses}/_control/messages/${message_id}/source`)).text(),
  );
  return Promise.all(sources);
}

test('a batch through the deployed stack: every accepted item is one message with its own content [H15]', async () => {
  const run = Date.now();
  const emails = Array.from({ length: 30 }, (_, i) => ({
    from: `Shop <batch@${stack.sending_domain}>`,
    to: `batch-${run}-${i}@success.simulator.${stack.sending_domain}`,
    subject: `No ${i}`,
    text: `Only for ${i}.`,
    ...(i === 7 && { attachments: [{ name: 'a.txt', data: 'aGk=' }] }),
  }));
  const post = async () => {
    const response = await fetch(`${stack.base_url}/emails/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stack.api_key}`,
        'content-type': 'application/json',
        'idempotency-key': `journey-${run}`,
      },
      body: JSON.stringify({ emails }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: Result[] }).data;
  };
  const [data, twin] = await Promise.all([post(), post()]);
  expect(twin).toEqual(data);
  expect(data.filter(({ status }) => status === 'sent')).toHaveLength(29);
  expect(data[7]).toMatchObject({ id: null, status: 'failed', error: { status: 400 } });
  for (const { index, id } of data) {
    if (id === null) continue;
    const [message, ...more] = await until(
      async () => {
        const messages = await messagesOf(id);
        return messages.length > 0 && messages;
      },
      { what: `the message of item ${index}` },
    );
    expect(more).toEqual([]);
    expect(message).toContain(`Only for ${index}.`);
    expect(message).toContain(`Subject: No ${index}\r\n`);
  }
}, 60_000);
