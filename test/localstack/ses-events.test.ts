import {
  CreateConfigurationSetCommand,
  CreateConfigurationSetEventDestinationCommand,
  GetSuppressedDestinationCommand,
  PutSuppressedDestinationCommand,
} from '@aws-sdk/client-sesv2';
import { until } from '../support/until.ts';
import { mail, type Published, startWorld, topic, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await world.verifiedDomain('example.com');
});
afterEach(() => world.close());

async function send(to: string[], set = 'test-opportunistic', body = 'Hello.\r\n'): Promise<string> {
  const tags: [string, string][] = [
    ['email_id', 'msg_1'],
    ['attempt', '1'],
  ];
  return (await world.send(mail({}, body), { to, set, tags })).MessageId ?? '';
}

const types = (events: Published[]) => events.map(({ eventType }) => eventType);

/** All there will be: a later message's events are out too. */
async function allEvents(id: string): Promise<Published[]> {
  await world.events(await send(['last@example.net']), 2);
  return world.published.filter(({ mail: { messageId } }) => messageId === id);
}

test('a delivered message: Send, then Delivery, with the mail object of event publishing', async () => {
  const id = await send(['bob@example.net']);
  const [sent, delivered] = await world.events(id, 2);
  expect(sent).toMatchObject({
    eventType: 'Send',
    send: {},
    mail: {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      messageId: id,
      source: 'Ann <ann@example.com>',
      sourceArn: 'arn:aws:ses:us-east-1:000000000000:identity/example.com',
      sendingAccountId: '000000000000',
      destination: ['bob@example.net'],
      headersTruncated: false,
      headers: expect.arrayContaining([{ name: 'Subject', value: 'Hello' }]),
      commonHeaders: {
        from: ['Ann <ann@example.com>'],
        to: ['bob@example.net'],
        messageId: id,
        subject: 'Hello',
      },
      tags: { 'ses:configuration-set': ['test-opportunistic'], email_id: ['msg_1'], attempt: ['1'] },
    },
  });
  expect(delivered).toMatchObject({
    eventType: 'Delivery',
    delivery: {
      recipients: ['bob@example.net'],
      smtpResponse: expect.stringMatching(/^250 /),
      processingTimeMillis: expect.any(Number),
      remoteMtaIp: expect.any(String),
      reportingMTA: expect.any(String),
    },
  });
});

const simulated: [local: string, types: string[]][] = [
  ['success', ['Send', 'Delivery']],
  ['bounce', ['Send', 'Bounce']],
  ['complaint', ['Send', 'Delivery', 'Complaint']],
  ['ooto', ['Send', 'Delivery', 'Bounce']],
  ['suppressionlist', ['Send', 'Bounce']],
];

test.each(simulated)('%s@simulator, with label and in any case, makes %j', async (local, expected) => {
  for (const address of [
    `${local}@simulator.amazonses.com`,
    `${local.toUpperCase()}+a.b@Simulator.AmazonSES.com`,
  ]) {
    const id = await send([address]);
    expect(types(await allEvents(id))).toEqual(expected);
  }
});

test.each(['bounce', 'complaint', 'ooto'])(
  '%s at any domain below .simulator.example.net does the same, and at its neighbours nothing (A22)',
  async (local) => {
    const expected = simulated.find(([name]) => name === local)?.[1];
    const id = await send([`${local}+1@a1.simulator.example.net`]);
    expect(types(await allEvents(id))).toEqual(expected);
    const other = await send([`${local}@simulator.example.net`, `${local}@notsimulator.example.net`]);
    expect(types(await allEvents(other))).toEqual(['Send', 'Delivery', 'Delivery']);
  },
);

test('bounce@simulator has the asynchronous shape: no remoteMtaIp, a reportingMTA not of SES (E1)', async () => {
  const [, event] = await world.events(await send(['bounce@simulator.amazonses.com']), 2);
  expect(event?.bounce).toMatchObject({
    bounceType: 'Permanent',
    bounceSubType: 'General',
    reportingMTA: 'dsn; mail.example.com',
    bouncedRecipients: [
      {
        emailAddress: 'bounce@simulator.amazonses.com',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    feedbackId: expect.any(String),
    timestamp: expect.any(String),
  });
  expect(event?.bounce).not.toHaveProperty('remoteMtaIp');
});

test('an out-of-office reply is Transient General without action, status and diagnosticCode (E5)', async () => {
  const events = await world.events(await send(['ooto@simulator.amazonses.com']), 3);
  expect(events[2]?.bounce).toMatchObject({ bounceType: 'Transient', bounceSubType: 'General' });
  expect(events[2]?.bounce.bouncedRecipients).toEqual([{ emailAddress: 'ooto@simulator.amazonses.com' }]);
});

test('a complaint and a suppressed recipient', async () => {
  const complained = await world.events(await send(['complaint@simulator.amazonses.com']), 3);
  expect(complained[2]?.complaint).toMatchObject({
    complainedRecipients: [{ emailAddress: 'complaint@simulator.amazonses.com' }],
    complaintFeedbackType: 'abuse',
  });
  const suppressed = await world.events(await send(['suppressionlist@simulator.amazonses.com']), 2);
  expect(suppressed[1]?.bounce).toMatchObject({ bounceType: 'Permanent', bounceSubType: 'Suppressed' });
});

test('one Send for all, then one event for each domain and outcome', async () => {
  const id = await send([
    'a@one.test',
    'b@one.test',
    'c@two.test',
    'bounce@simulator.amazonses.com',
    'success@simulator.amazonses.com',
  ]);
  const events = await allEvents(id);
  expect(types(events)).toEqual(['Send', 'Delivery', 'Delivery', 'Bounce', 'Delivery']);
  expect(events.map(({ delivery }) => delivery?.recipients)).toEqual([
    undefined,
    ['a@one.test', 'b@one.test'],
    ['c@two.test'],
    undefined,
    ['success@simulator.amazonses.com'],
  ]);
});

test('fates that a test sets: refused in the SMTP dialogue, soft, block, delay, reject, nothing', async () => {
  const outcomes = {
    'refused@x.test': 'refused',
    'soft@x.test': 'soft_bounce',
    'block@x.test': 'block',
    'late@x.test': 'delay',
    'bad@x.test': 'reject',
    '@silent.test': 'silent',
  };
  expect((await world.control({ outcomes })).status).toBe(200);
  const last = async (to: string) => (await allEvents(await send([to]))).at(-1);
  const refused = (await last('refused@x.test'))?.bounce;
  expect(refused).toMatchObject({ bounceType: 'Permanent', remoteMtaIp: expect.any(String) });
  expect(refused.reportingMTA).toMatch(/\.amazonses\.com$/);
  expect((await last('soft@x.test'))?.bounce).toMatchObject({
    bounceType: 'Transient',
    bounceSubType: 'MailboxFull',
  });
  expect((await last('block@x.test'))?.bounce.bouncedRecipients[0].diagnosticCode).toMatch(/ 5\.7\.1 /);
  expect(await last('late@x.test')).toMatchObject({
    eventType: 'DeliveryDelay',
    deliveryDelay: {
      delayType: 'TransientCommunicationFailure',
      expirationTime: expect.any(String),
      delayedRecipients: [
        { emailAddress: 'late@x.test', status: '4.4.1', diagnosticCode: expect.any(String) },
      ],
    },
  });
  expect(await last('bad@x.test')).toMatchObject({ eventType: 'Reject', reject: { reason: 'Bad content' } });
  expect(types(await allEvents(await send(['any@silent.test'])))).toEqual(['Send']);
});

test('a virus is taken and rejected, and so is everything under reject_all', async () => {
  const virus = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*\r\n';
  const id = await send(['bob@example.net'], undefined, virus);
  expect(types(await allEvents(id))).toEqual(['Reject']);
  await world.control({ reject_all: true });
  expect(types(await world.events(await send(['bob@example.net']), 1))).toEqual(['Reject']);
});

test('a set without reasons leaves the account list alone, another one fills and heeds it (Q12)', async () => {
  const address = 'bounce+q12@a.simulator.example.net';
  const listed = () => world.v2.send(new GetSuppressedDestinationCommand({ EmailAddress: address }));
  await send([address]);
  await expect(listed()).rejects.toMatchObject({ name: 'NotFoundException' });
  await world.v2.send(new CreateConfigurationSetCommand({ ConfigurationSetName: 'heeds' }));
  const EventDestination = {
    Enabled: true,
    MatchingEventTypes: ['BOUNCE' as const],
    SnsDestination: { TopicArn: topic },
  };
  await world.v2.send(
    new CreateConfigurationSetEventDestinationCommand({
      ConfigurationSetName: 'heeds',
      EventDestinationName: 'bounces',
      EventDestination,
    }),
  );
  const first = await world.events(await send([address], 'heeds'), 1);
  expect(first[0]?.bounce.bounceSubType).toBe('General');
  expect((await listed()).SuppressedDestination).toMatchObject({ EmailAddress: address, Reason: 'BOUNCE' });
  const second = await world.events(await send([address.toUpperCase()], 'heeds'), 1);
  expect(second[0]?.bounce.bounceSubType).toBe('OnAccountSuppressionList');
});

test('a listed address is sent to by a set without reasons', async () => {
  const input = { EmailAddress: 'bob@example.net', Reason: 'BOUNCE' as const };
  await world.v2.send(new PutSuppressedDestinationCommand(input));
  expect(types(await allEvents(await send(['bob@example.net'])))).toEqual(['Send', 'Delivery']);
});

test('held events come when they are let go, doubled ones twice', async () => {
  await world.control({ hold_events: true, duplicate: 2 });
  const id = await send(['bob@example.net']);
  expect((await world.status()).stats.events_waiting).toBe(4);
  expect(world.published).toEqual([]);
  await world.control({ hold_events: false });
  expect(types(await world.events(id, 4))).toEqual(['Send', 'Send', 'Delivery', 'Delivery']);
});

test('shuffled events all come, in another order at least once', async () => {
  await world.control({ shuffle: true });
  const ids = await Promise.all(Array.from({ length: 20 }, () => send(['bob@example.net'])));
  const stories = await Promise.all(ids.map((id) => world.events(id, 2)));
  expect(stories.every((story) => story.length === 2)).toBe(true);
  expect(stories.some((story) => story[0]?.eventType === 'Delivery')).toBe(true);
});

test('delayed events come no earlier', async () => {
  await world.control({ delay_ms: 300 });
  const from = Date.now();
  await world.events(await send(['bob@example.net']), 2);
  expect(Date.now() - from).toBeGreaterThanOrEqual(295);
});

test('a topic that fails for a while loses no event and delays no send', async () => {
  let failures = 3;
  const seen: string[] = [];
  const shaky = await startWorld({
    publish: async (_, json) => {
      if (failures-- > 0) throw new Error('SNS is away');
      seen.push(JSON.parse(json).eventType);
    },
  });
  try {
    await shaky.verifiedDomain('example.com');
    await shaky.send(mail(), { set: 'test-opportunistic' });
    await until(async () => seen.length === 2, { within_ms: 5_000, what: 'both events' });
    expect(seen).toEqual(['Send', 'Delivery']);
    expect((await shaky.status()).stats.events_failed).toBe(0);
  } finally {
    await shaky.close();
  }
});
