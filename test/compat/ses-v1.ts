import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { World } from '../localstack/world.ts';

const namespace = 'xmlns="http://ses.amazonaws.com/doc/2010-12-01/"';
const rate =
  '<Max24HourSend>1000000</Max24HourSend><MaxSendRate>1000</MaxSendRate><SentLast24Hours>0</SentLast24Hours>';
const quota = `<GetSendQuotaResponse ${namespace}><GetSendQuotaResult>${rate}</GetSendQuotaResult></GetSendQuotaResponse>`;
const reason = '<Type>Sender</Type><Code>Throttling</Code><Message>Maximum sending rate exceeded.</Message>';
const throttled = `<ErrorResponse ${namespace}><Error>${reason}</Error></ErrorResponse>`;

/** SES's first API, which release 0.1 uses, in front of our stand-in, which has the second one. */
export async function startSesV1(ses: Pick<World, 'send'>) {
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    response.setHeader('content-type', 'text/xml');
    if (form.get('Action') === 'GetSendQuota') return response.end(quota);
    if (form.get('Action') !== 'SendRawEmail') return response.writeHead(400).end();
    const members = (name: string) =>
      [...form].filter(([key]) => key.startsWith(name)).map(([, value]) => value);
    const pairs = members('Tags.member.');
    const sent = await ses
      .send(Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'), {
        to: members('Destinations.member.'),
        set: form.get('ConfigurationSetName') ?? '',
        tags: pairs.flatMap((name, i) =>
          i % 2 === 0 ? [[name, pairs[i + 1] ?? ''] as [string, string]] : [],
        ),
      })
      .catch(() => null);
    if (sent === null) return response.writeHead(400).end(throttled);
    const result = `<SendRawEmailResult><MessageId>${sent.MessageId}</MessageId></SendRawEmailResult>`;
    return response.end(`<SendRawEmailResponse ${namespace}>${result}</SendRawEmailResponse>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
