import { createTransport, type SendMailOptions } from 'nodemailer';
import { mailwrightTransport } from '../../packages/sdk/src/nodemailer.ts';

type Client = Parameters<typeof mailwrightTransport>[0];

/** The headers of the send request that a message becomes. */
async function headersOf(message: SendMailOptions): Promise<unknown> {
  const sent: unknown[] = [];
  const send: Client['emails']['send'] = async ({ headers }) => {
    sent.push(headers);
    return { id: 'msg_1', status: 'sent' };
  };
  const client = { emails: { send }, attachments: {} } as unknown as Client;
  const from = 'shop@acme.test';
  await createTransport(mailwrightTransport(client)).sendMail({ from, to: 'b@acme.test', ...message });
  return sent[0];
}

test('an option counts before a header of its name, as where nodemailer writes the message [D66]', async () => {
  const own = { 'In-Reply-To': '<old@x>', References: '<old@x>', 'x-priority': '3', 'X-Own': '1' };
  const message = { inReplyTo: '<new@x>', references: '<new@x>', priority: 'high', headers: own } as const;
  expect(await headersOf(message)).toEqual({
    'in-reply-to': '<new@x>',
    references: '<new@x>',
    'X-Priority': '1 (Highest)',
    'X-MSMail-Priority': 'High',
    Importance: 'High',
    'X-Own': '1',
  });
});

test.each(['List-Help', 'list-help'])(
  '%s and the option of that list are refused: nodemailer writes both [D66]',
  async (name) => {
    const message = { list: { help: 'https://a.example' }, headers: { [name]: '<https://b.example>' } };
    await expect(headersOf(message)).rejects.toThrow(`headers.${name} cannot be sent through the API`);
  },
);

test.each([
  [{ 'list-unsubscribe': '<https://a.example>' }, {}],
  [{ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }, { list: { unsubscribe: 'https://a.example' } }],
])('a header of a list in lower case, %j, is sent where no option has it [D66]', async (headers, options) => {
  expect(await headersOf({ ...options, headers })).toMatchObject(headers);
});
