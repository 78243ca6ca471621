import { connect } from 'node:net';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { type Id, timestamp } from '../../shared/core/runtime.ts';
import { callApi, describeAnswer } from '../admin/doctor/client.ts';
import { ask } from '../admin/doctor/visit.ts';
import { type Checks, type Lab, notTried, simulator, spread } from './lab.ts';

/** A delay longer than SQS allows, so that the Scheduler sends the email. */
const ahead_ms = 15.5 * 60_000;

async function schedulerLateness({ ctx, visit }: Lab) {
  const due = ctx.runtime.now() + ahead_ms;
  const from = `doctor@${ctx.settings.sandbox_domain}`;
  const email = { from, to: simulator('success'), subject: 'npm run doctor', text: 'ok' };
  const answer = await ask(visit, 'POST', '/emails', { ...email, scheduled_at: timestamp(due) });
  const id = answer.body.id as Id<'msg'>;
  await ctx.runtime.sleep(due - ctx.runtime.now());
  for (const end = due + 120_000; ctx.runtime.now() < end; await ctx.runtime.sleep(500)) {
    const late = ctx.runtime.now() - due;
    if ((await ctx.emails.getMeta(id))?.state === 'sent')
      return { found: `sent ${late} ms late`, as_assumed: late < 75_000 };
  }
  return { found: 'not sent within two minutes of its scheduled time', as_assumed: false };
}

/** A run with 18 waits of one second. Each returns to the queue of runs. */
async function longChain({ ctx, visit }: Lab) {
  const name = ctx.runtime.id('req');
  const steps = Array.from({ length: 18 }, () => ({ type: 'delay', seconds: 1 }));
  const made = await ask(visit, 'POST', '/automations', { name, trigger: { event: name }, steps });
  if (made.status !== 201) return notTried(`POST /automations returned ${describeAnswer(made)}`);
  const { id } = made.body.automation as { id: Id<'msg'> };
  const path = `/automations/${id}`;
  try {
    await ask(visit, 'POST', path, { action: 'activate' });
    await ask(visit, 'POST', '/events', { name, email: simulator('success') });
    let status = 'absent';
    for (const end = ctx.runtime.now() + 180_000; ctx.runtime.now() < end; await ctx.runtime.sleep(1_000)) {
      const { body } = await ask(visit, 'GET', `${path}/runs`);
      status = (body.runs as { status: string }[])[0]?.status ?? status;
      if (status === 'completed') return { found: 'a run with 18 waits completed', as_assumed: true };
    }
    return { found: `a run with 18 waits is still ${status} after three minutes`, as_assumed: false };
  } finally {
    await ask(visit, 'DELETE', path);
  }
}

async function gatewaySizes({ visit }: Lab) {
  const answers: string[] = [];
  for (const megabytes of [4, 6, 11]) {
    const text = 'x'.repeat(megabytes * 1024 * 1024);
    const answered = await ask(visit, 'POST', '/emails', { text }).then(
      ({ status, body }) =>
        `${status} ${(body.error as { code?: string } | undefined)?.code ?? 'from the gateway'}`,
      (error: Error) => error.message,
    );
    answers.push(`${megabytes} MB: ${answered}`);
  }
  const [small = '', middle = '', large = ''] = answers;
  const as_assumed =
    small.includes('validation_error') && [middle, large].every((text) => text.includes(' 413 '));
  return { found: answers.join(', '), as_assumed };
}

async function coldStarts({ ctx }: Lab) {
  const times = await Promise.all(
    Array.from({ length: 15 }, async () => {
      const began = ctx.runtime.now();
      await callApi(`${ctx.settings.base_url}/health`);
      return ctx.runtime.now() - began;
    }),
  );
  const { p50, max } = spread(times);
  return { found: `15 concurrent requests: p50 ${p50} ms, max ${max} ms`, as_assumed: max < 2_000 };
}

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: 5_000 });
    const end = (open: boolean) => {
      socket.destroy();
      done(open);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout'] as const) socket.once(event, () => end(false));
  });
}

async function ports({ environment: { SMTP_HOST: host } }: Lab) {
  if (host === undefined) return notTried('deploy with -c smtp=true, then run this again');
  const open = await Promise.all([25, 587, 2525].map((port) => isOpen(host, port)));
  const [mail, submission, further] = open.map((each) => (each ? 'open' : 'closed'));
  return { found: `25 ${mail}, 587 ${submission}, 2525 ${further}`, as_assumed: open.every((each) => each) };
}

async function sendGroup(sqs: SQSClient, QueueUrl: string | undefined, group: string, count: number) {
  for (let done = 0; done < count; done += 10) {
    const Entries = Array.from({ length: Math.min(10, count - done) }, (_, i) => ({
      Id: `m${i}`,
      MessageBody: group,
      MessageGroupId: group,
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
}

/**
 * Queues 200 messages of one group, receives half of them, and then queues one message of another group.
 * Counts how many messages that one waits for.
 */
async function fairQueues({ clients: { sqs }, name }: Lab) {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `${name}-fair` }));
  const receive = async () => {
    const options = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 };
    return (await sqs.send(new ReceiveMessageCommand(options))).Messages ?? [];
  };
  try {
    await sendGroup(sqs, QueueUrl, 'many', 200);
    for (let i = 0; i < 10; i++) await receive();
    await sendGroup(sqs, QueueUrl, 'one', 1);
    let before = 0;
    for (let i = 0; i < 20; i++) {
      const bodies = (await receive()).map(({ Body }) => Body);
      const at = bodies.indexOf('one');
      if (at >= 0)
        return {
          found: `received after ${before + at} of the busy group's messages`,
          as_assumed: before + at < 50,
        };
      before += bodies.length;
    }
    return { found: `not received after ${before} of the busy group's messages`, as_assumed: false };
  } finally {
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  }
}

export const platformChecks: Checks = {
  gateway_sizes: {
    question: 'What response does a request of 4, 6, or 11 MB get?',
    assumed:
      "Requests up to 5 MB get a normal response, requests up to 6 MB get Mailwright's 413, and larger requests get API Gateway's 413",
    look: gatewaySizes,
  },
  cold_starts: {
    question: 'How long does a cold start take?',
    assumed: 'less than 2 s, including API Gateway and the network',
    look: coldStarts,
  },
  smtp_ports: {
    question: 'Are ports 25, 587, and 2525 of the SMTP host reachable from the internet?',
    assumed: 'yes',
    look: ports,
  },
  fair_queues: {
    question: "While one message group has a backlog, does SQS deliver other groups' messages ahead of it?",
    assumed: 'yes. MessageGroupId keeps a slow webhook receiver from delaying the others (P9)',
    look: fairQueues,
  },
  chain_of_17: {
    question: 'Can a function that allows recursion invoke itself through a queue more than 16 times?',
    assumed: 'yes, with `RecursiveLoop: Allow` (P42)',
    look: longChain,
  },
  scheduler_lateness: {
    question: 'How long after its scheduled time does EventBridge Scheduler run an action?',
    assumed: 'up to 75 s',
    look: schedulerLateness,
  },
};
