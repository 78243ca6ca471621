import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { until } from '../support/until.ts';
import { mail, startWorld, topic } from './world.ts';

const deployed = {
  ConfigurationSetName: 'deployed',
  EventDestinations: [
    {
      Name: 'feedback',
      Enabled: true,
      MatchingEventTypes: ['SEND', 'DELIVERY'],
      SnsDestination: { TopicArn: topic },
    },
  ],
};

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** Plays the local cloud: SNS for PublishBatch. */
async function startCloud() {
  const events: string[] = [];
  const calls = { publish: 0 };
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    const messages = [...form].filter(([name]) => name.endsWith('.Message')).map(([, message]) => message);
    calls.publish += 1;
    events.push(...messages.map((message) => `${form.get('TopicArn')} ${JSON.parse(message).eventType}`));
    const taken = messages
      .map((_, n) => `<member><Id>${n}</Id><MessageId>m${n}</MessageId></member>`)
      .join('');
    const result = `<PublishBatchResult><Successful>${taken}</Successful><Failed/></PublishBatchResult>`;
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(
      `<PublishBatchResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${result}</PublishBatchResponse>`,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    events,
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a set of the deploy is known, and its topic gets the events in batches', async () => {
  const cloud = await startCloud();
  const world = await startWorld({ awsEndpoint: cloud.url, publish: undefined });
  try {
    await world.putSets(deployed);
    await world.v2.send(new CreateEmailIdentityCommand({ EmailIdentity: 'ann@example.com' }));
    const send = (set: string) => world.send(mail(), { set });
    await expect(send('unknown')).rejects.toMatchObject({ name: 'NotFoundException' });
    await Promise.all(Array.from({ length: 15 }, () => send('deployed')));
    await until(async () => cloud.events.length >= 30, { within_ms: 5_000, what: '30 events' });
    expect(cloud.events.filter((event) => event === `${topic} Send`)).toHaveLength(15);
    expect(cloud.events.filter((event) => event === `${topic} Delivery`)).toHaveLength(15);
    expect(cloud.calls.publish).toBeLessThan(30);
    expect((await world.status()).stats).toMatchObject({ events_published: 30, events_failed: 0 });
  } finally {
    await world.close();
    await cloud.close();
  }
});
