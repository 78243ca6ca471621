import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { CreateQueueCommand, DeleteQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Answer } from '../admin/doctor/client.ts';
import { ask } from '../admin/doctor/visit.ts';
import { type Checks, type Lab, type Seen, simulator } from './lab.ts';

type Metric = {
  Namespace: string;
  MetricName: string;
  Name: string;
  Value: string;
  Statistic: 'Maximum' | 'Sum';
};

/** Checks twice a minute for a value within the last half hour. Returns null on timeout. */
async function waitForMetric({ ctx }: Lab, metric: Metric, within_ms: number): Promise<number | null> {
  const { Name, Value, Statistic, ...named } = metric;
  const client = new CloudWatchClient({ region: ctx.settings.region });
  for (const end = ctx.runtime.now() + within_ms; ; await ctx.runtime.sleep(30_000)) {
    const now = ctx.runtime.now();
    const { Datapoints = [] } = await client.send(
      new GetMetricStatisticsCommand({
        ...named,
        Dimensions: [{ Name, Value }],
        StartTime: new Date(now - 1_800_000),
        EndTime: new Date(now),
        Period: 60,
        Statistics: [Statistic],
      }),
    );
    const max = Math.max(0, ...Datapoints.map((point) => point[Statistic] ?? 0));
    if (max > 0 || now >= end) return max || null;
  }
}

async function delayedAge(lab: Lab): Promise<Seen> {
  const { sqs } = lab.clients;
  const QueueName = `${lab.name}-delayed`;
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName }));
  try {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'later', DelaySeconds: 900 }));
    const of = {
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateAgeOfOldestMessage',
      Statistic: 'Maximum',
    } as const;
    const age = await waitForMetric(lab, { ...of, Name: 'QueueName', Value: QueueName }, 840_000);
    if (age === null)
      return { found: 'no age reported within 14 minutes of a 15-minute delay', as_assumed: false };
    return { found: `${age} s during a 15-minute delay`, as_assumed: true };
  } finally {
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  }
}

function post({ ctx, visit }: Lab): Promise<Answer> {
  const from = `doctor@${ctx.settings.sandbox_domain}`;
  return ask(visit, 'POST', '/emails', {
    from,
    to: simulator('success'),
    subject: 'npm run doctor',
    text: 'ok',
  });
}

async function embeddedMetrics(lab: Lab): Promise<Seen> {
  await post(lab);
  const of = { Namespace: 'Mailwright', MetricName: 'emails_accepted', Statistic: 'Sum' } as const;
  const { stage } = lab.ctx.settings;
  const count = await waitForMetric(lab, { ...of, Name: 'stage', Value: stage }, 300_000);
  return { found: `emails_accepted: ${count ?? 'no value within 5 minutes'}`, as_assumed: count !== null };
}

async function idlePosts(lab: Lab): Promise<Seen> {
  const { now, sleep } = lab.ctx.runtime;
  const answers: { text: string; ok: boolean }[] = [];
  for (const minutes of [1, 6, 20]) {
    await sleep(minutes * 60_000);
    const began = now();
    const { status } = await post(lab);
    const ms = now() - began;
    answers.push({ text: `after ${minutes} min: ${status} in ${ms} ms`, ok: status === 200 && ms < 3_000 });
  }
  return { found: answers.map(({ text }) => text).join(', '), as_assumed: answers.every(({ ok }) => ok) };
}

export const waitingChecks: Checks = {
  emf: {
    question: "Does CloudWatch create metrics from the functions' log lines?",
    assumed: 'yes, within five minutes (P12)',
    look: embeddedMetrics,
  },
  delayed_age: {
    question: "Does SQS include a message's delay in ApproximateAgeOfOldestMessage?",
    assumed: 'yes. Mail scheduled a few minutes ahead counts as old in this metric (P55)',
    look: delayedAge,
  },
  idle_posts: {
    question: 'How long does a request take after 1, 6, and 20 minutes without requests?',
    assumed: "less than 3 s, because Mailwright doesn't reuse AWS connections that were idle for 50 s (P62)",
    look: idlePosts,
  },
};
