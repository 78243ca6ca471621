import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { makeParts } from '../../shared/aws/parts.ts';
import { type Id, systemRuntime } from '../../shared/core/runtime.ts';
import { sendingStateStore } from '../../shared/store/sending-state.ts';
import { freshAccount, inProcess } from '../support/api.ts';
import { type BareCloud, createBareCloud } from '../support/bare-cloud.ts';
import { cloudKeys, environment } from '../support/environment.ts';
import { collectLog } from '../support/log.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { runFunctions, unpackRelease } from './bundles.ts';
import { releasesWith } from './releases.ts';

afterAll(stopReceivers);

/** The sweep looks at rows two minutes after they are due, so emails here were accepted that long ago. */
const ago_ms = 4 * 60_000;

const releases = releasesWith('functions');

/** A deployment with its own queues, which no worker reads, and an account that has sent nothing. */
async function deployment() {
  const cloud = await createBareCloud(environment().AWS_ENDPOINT_URL ?? '', undefined, cloudKeys());
  const variables = {
    ...cloud.environment,
    AWS_ENDPOINT_URL_DYNAMODB: cloud.environment.AWS_ENDPOINT_URL ?? '',
    AWS_ENDPOINT_URL_SES: cloud.ses.ses.url,
    AWS_ENDPOINT_URL_SESV2: cloud.ses.ses.url,
    AWS_TIMEOUT_FACTOR: '30',
    WEBHOOK_TARGETS: 'any',
  };
  const before = { ...process.env };
  Object.assign(process.env, variables);
  const runtime = systemRuntime(() => Date.now() - ago_ms);
  const config = readConfig(variables);
  const ctx = createContext(config, { runtime, log: collectLog().log });
  // Until SES's rate is known, one email goes out per second.
  const state = sendingStateStore(makeParts({ config }).table, runtime);
  await state.writeQuota({ rate: 10_000, quota: null, sent: 0, plan: null });
  const { account, api_key, domain } = await freshAccount(ctx);
  await cloud.ses.verifiedDomain(domain);
  const call = inProcess(ctx, [...emailRoutes, ...webhookRoutes], api_key);
  const email = { from: `shop@${domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  return {
    cloud,
    variables,
    ctx,
    account,
    call,
    send: async () => {
      const { status, body } = await call('POST', '/emails', { body: email });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return String(body.id);
    },
    close: async () => {
      process.env = before;
      await cloud.close();
    },
  };
}

/** Takes the next message from a queue. */
const take = ({ sqs }: BareCloud, QueueUrl: string) =>
  until(
    async () => {
      const { Messages: [found] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
      if (found === undefined) return undefined;
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: found.ReceiptHandle }));
      return found.Body ?? '';
    },
    { what: 'a message' },
  );

const eventOf = (body: string) => ({
  Records: [{ messageId: 'm1', body, attributes: { ApproximateReceiveCount: '1' } }],
});

describe.each(releases)('functions of release %s over what this release writes [P59]', (release) => {
  let world: Awaited<ReturnType<typeof deployment>>;
  let unpacked: Awaited<ReturnType<typeof unpackRelease>>;
  let old: ReturnType<typeof runFunctions>;
  let today: ReturnType<typeof runFunctions>;

  beforeAll(async () => {
    [world, unpacked] = await Promise.all([deployment(), unpackRelease(release)]);
    old = runFunctions(unpacked.folder, world.variables);
    today = runFunctions(`${process.cwd()}/.build`, world.variables);
  });
  afterAll(async () => {
    old?.stop();
    today?.stop();
    await unpacked?.remove();
    await world?.close();
  });

  const stateOf = async (id: string) => (await world.ctx.emails.getMeta(id as Id<'msg'>))?.state;
  const mailed = async (id: string) => {
    const messages = (await world.cloud.ses.messages('?limit=1000')) as { tags: Record<string, string> }[];
    return messages.filter(({ tags }) => tags.email_id === id).length;
  };
  const deliverOf = (functions: typeof old) => async (body: string) =>
    expect(await functions.invoke('deliver', eventOf(body))).toEqual({ batchItemFailures: [] });

  test('an email that is queued is sent, whatever this release adds to its message', async () => {
    const { cloud, send } = world;
    for (const added of [{}, { held: true, row: 123 }, { tries: 2, row: 123 }]) {
      const id = await send();
      const body = JSON.stringify({ ...JSON.parse(await take(cloud, cloud.queues.deliver.url)), ...added });
      await deliverOf(old)(body);
      expect({ state: await stateOf(id), mailed: await mailed(id) }).toEqual({ state: 'sent', mailed: 1 });
    }
  });

  test('an email whose message is lost is queued by the sweep and sent', async () => {
    const { cloud, send } = world;
    const id = await send();
    await take(cloud, cloud.queues.deliver.url);
    await old.invoke('sweep', {});
    const body = await take(cloud, cloud.queues.deliver.url);
    expect(JSON.parse(body)).toMatchObject({ id });
    await deliverOf(old)(body);
    expect(await mailed(id)).toBe(1);
  });

  test('a dead letter of an email goes back to its queue', async () => {
    const { cloud, send, ctx } = world;
    const id = await send();
    const { url, deadLetters } = cloud.queues.deliver;
    const body = await take(cloud, url);
    await cloud.sqs.send(new SendMessageCommand({ QueueUrl: deadLetters, MessageBody: body }));
    await old.invoke('sweep', {});
    expect({ dead: await cloud.depth(deadLetters), queued: (await cloud.depth(url)) > 0 }).toEqual({
      dead: 0,
      queued: true,
    });
    const { outbox } = (await ctx.emails.getMeta(id as Id<'msg'>)) ?? {};
    expect(await ctx.emails.hasOutboxRow(id, outbox ?? 0)).toBe(true);
    await deliverOf(old)(body);
    expect(await mailed(id)).toBe(1);
  });

  test('a dead letter that only a newer release can read stays after the sweep of this one', async () => {
    const { cloud, account } = world;
    const { deadLetters } = cloud.queues.bulk;
    const body = JSON.stringify({ newer: 'msg_1', account: account.id });
    await cloud.sqs.send(new SendMessageCommand({ QueueUrl: deadLetters, MessageBody: body }));
    await today.invoke('sweep', { drained: [] });
    await today.invoke('sweep', { drained: [] });
    expect(await cloud.depth(deadLetters)).toBe(1);
  });

  test('a webhook message is posted', async () => {
    const { cloud, call, send } = world;
    const { url, received } = await receiver();
    const created = await call('POST', '/webhooks', { body: { url, events: ['email.sent'] } });
    expect(created.status).toBe(200);
    await send();
    await deliverOf(today)(await take(cloud, cloud.queues.deliver.url));
    const body = await take(cloud, cloud.queues['attempt-webhook'].url);
    expect(await old.invoke('attempt-webhook', eventOf(body))).toEqual({ batchItemFailures: [] });
    expect(received).toHaveLength(1);
  });

  test('an email is sent once, whichever release gets a copy of its message', async () => {
    const { cloud, send } = world;
    const id = await send();
    const body = await take(cloud, cloud.queues.deliver.url);
    for (const functions of [old, today, old]) await deliverOf(functions)(body);
    expect(await mailed(id)).toBe(1);
  });
});
