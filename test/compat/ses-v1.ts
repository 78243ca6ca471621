import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { World } from '../localstack/world.ts';

/** SES's first API, by which release 0.1 sends, in front of our stand-in, which has the second one. */
export async function startSesV1(ses: Pick<World, 'send'>) {
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    // The sweep asks for the rate, too, and does without.
    if (form.get('Action') !== 'SendRawEmail') return response.writeHead(400).end();
    const members = (name: string) =>
      [...form].filter(([key]) => key.startsWith(name)).map(([, value]) => value);
    const pairs = members('Tags.member.');
    const { MessageId } = await ses.send(Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'), {
      to: members('Destinations.member.'),
      set: form.get('ConfigurationSetName') ?? '',
      tags: pairs.flatMap((name, i) => (i % 2 === 0 ? [[name, pairs[i + 1] ?? ''] as [string, string]] : [])),
    });
    const result = `<SendRawEmailResult><MessageId>${MessageId}</MessageId></SendRawEmailResult>`;
    response.setHeader('content-type', 'text/xml');
    return response.end(
      `<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/">${result}</SendRawEmailResponse>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
