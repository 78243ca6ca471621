import { CreateConfigurationSetCommand, DeleteConfigurationSetCommand } from '@aws-sdk/client-sesv2';
import { sesOutcome } from '../../shared/aws/ses-outcome.ts';
import { type Checks, type Heard, type Lab, named, notTried, simulator, spread } from './lab.ts';

/** How many seconds to wait for SES events. */
const patience_s = 60;

async function pauseWords({ clients: { sesv2 }, name, send }: Lab) {
  const ConfigurationSetName = name;
  await sesv2.send(
    new CreateConfigurationSetCommand({ ConfigurationSetName, SendingOptions: { SendingEnabled: false } }),
  );
  try {
    await send({ to: [simulator('success')], set: name });
    return { found: 'SES accepted the email', as_assumed: false };
  } catch (error) {
    const outcome = sesOutcome(error);
    const paused = outcome.outcome === 'later' && 'cause' in outcome && outcome.cause === 'paused';
    return { found: named(error), as_assumed: paused };
  } finally {
    await sesv2.send(new DeleteConfigurationSetCommand({ ConfigurationSetName }));
  }
}

/** The only recipient outside the simulator. Its domain accepts no mail. */
async function quotedRecipient({ send }: Lab) {
  try {
    await send({ to: ['"a b"@example.com'] });
    return { found: 'SES accepted the email', as_assumed: true };
  } catch (error) {
    if (/not verified/.test((error as Error).message))
      return notTried('get production access, then run this again');
    return { found: named(error), as_assumed: false };
  }
}

const has =
  (...types: string[]) =>
  (heard: Heard[]) =>
    types.every((type) => heard.some(({ eventType }) => eventType === type));

async function destinationOrder({ send, ear }: Lab) {
  const to = ['success+c', 'success+a', 'success+b'].map(simulator);
  const { message_id } = await send({ to });
  const [event] = await ear.hear(message_id, has('Send'), patience_s);
  if (event === undefined) return { found: 'no event arrived', as_assumed: false };
  const { destination } = event.mail;
  const same = JSON.stringify(destination.toSorted()) === JSON.stringify(to.toSorted());
  return { found: JSON.stringify(destination), as_assumed: same };
}

async function sendEventAge({ send, ear }: Lab) {
  const ages: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { message_id, at } = await send({ to: [simulator('success')] });
    const sent = (await ear.hear(message_id, has('Send'), patience_s)).find(
      ({ eventType }) => eventType === 'Send',
    );
    ages.push(sent ? sent.at - at : Number.POSITIVE_INFINITY);
  }
  const { p50, max } = spread(ages);
  return { found: `p50 ${p50} ms, max ${max} ms after the response`, as_assumed: max < 180_000 };
}

async function latency({ send }: Lab) {
  const times: number[] = [];
  for (let i = 0; i < 10; i++) times.push((await send({ to: [simulator('success')] })).ms);
  const { p50, max } = spread(times);
  return { found: `p50 ${p50} ms, max ${max} ms`, as_assumed: p50 <= 300 };
}

/** The event types that feedback expects for each simulator address. */
const shapes: Record<string, string[]> = {
  success: ['Delivery'],
  bounce: ['Bounce Permanent General'],
  ooto: ['Bounce Transient General'],
  complaint: ['Complaint'],
  suppressionlist: ['Bounce Permanent OnAccountSuppressionList', 'Bounce Permanent Suppressed'],
};

async function bounceShapes({ send, ear }: Lab) {
  const seen = await Promise.all(
    Object.entries(shapes).map(async ([address, expected]) => {
      const { message_id } = await send({ to: [simulator(address)] });
      const isExpected = (heard: Heard[]) => typesOf(heard).some((type) => expected.includes(type));
      const heard = await ear.hear(message_id, isExpected, patience_s);
      return { text: `${address}: ${typesOf(heard).join(', ') || 'nothing'}`, ok: isExpected(heard) };
    }),
  );
  return { found: seen.map(({ text }) => text).join('; '), as_assumed: seen.every(({ ok }) => ok) };
}

const typesOf = (heard: Heard[]) =>
  heard
    .filter(({ eventType }) => eventType !== 'Send')
    .map(({ eventType, bounce }) =>
      bounce ? `${eventType} ${bounce.bounceType} ${bounce.bounceSubType}` : eventType,
    );

const megabyte = 1024 * 1024;

async function largestMessage({ send }: Lab) {
  const answers: string[] = [];
  for (const size of [10.5, 39]) {
    const body = `${'x'.repeat(76)}\r\n`.repeat((size * megabyte) / 78);
    const answer = await send({ to: [simulator('success')], body }).then(
      () => 'accepted',
      (error: Error) => error.name,
    );
    answers.push(`${size} MB: ${answer}`);
  }
  return { found: answers.join(', '), as_assumed: answers.every((answer) => answer.endsWith('accepted')) };
}

export const mailChecks: Checks = {
  pause_words: {
    question: 'Which error does SES return if the configuration set is paused?',
    assumed: 'an error that Mailwright recognizes as a pause',
    look: pauseWords,
  },
  destination_order: {
    question: 'In what order does an SES event list the recipients in mail.destination?',
    assumed: 'all of them, in any order',
    look: destinationOrder,
  },
  dkim_headers: {
    question: 'Which header fields does SES sign with DKIM (h=)?',
    assumed: 'the signed fields include List-Unsubscribe and List-Unsubscribe-Post (RFC 8058)',
    look: async () => notTried('send an email to your own mailbox and read h= in its DKIM-Signature header'),
  },
  send_event_age: {
    question: "How long does SES's Send event take to arrive?",
    assumed: 'less than 180 s. After that, Mailwright retries a send that got no response',
    look: sendEventAge,
  },
  ses_latency: {
    question: 'How long does SES take to accept a message?',
    assumed: '150 ms. The costs in docs/internals/measured/benchmarks.md are based on this value',
    look: latency,
  },
  bounce_shapes: {
    question: 'Which events does SES send for each mailbox simulator address?',
    assumed: 'the same events as in the feedback tests',
    look: bounceShapes,
  },
  quoted_recipient: {
    question: 'Does SES accept `"a b"@example.com` as a recipient?',
    assumed: 'yes. The email bounces, because example.com accepts no mail',
    look: quotedRecipient,
  },
  largest_message: {
    question: 'What is the largest message that SES accepts?',
    assumed: 'at least 39 MB',
    look: largestMessage,
  },
};
