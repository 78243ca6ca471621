import { readdirSync, readFileSync } from 'node:fs';
import { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { NoticeMessage } from '../../shared/domain/ports/notices.ts';
import { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { AttemptMessage, WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { accountPrefixes } from '../../shared/store/objects.ts';
import type { Recorded } from './world.ts';

type Stored = Record<string, { S?: string } | undefined>;

const source = readFileSync('shared/store/schema.ts', 'utf8');

/** `ACC#<acc>` as a pattern. */
const patternOf = (key: string) => key.replaceAll(/[*+?.()|]/g, '\\$&').replaceAll(/<[^>]*>/g, '.*');

/** Every kind of item in the header of schema.ts. A row has one for each sort key that it names. */
function schemaKinds(): { name: string; key: RegExp }[] {
  return [...source.matchAll(/^ \* \| ([^|]+) \| `([^`]+)` \| ([^|]+) \|/gm)].flatMap(
    ([, name = '', pk = '', sk = '']) => {
      const named = [...sk.matchAll(/`([^`]+)`|\b([a-z]+_)(?= |,|$)/g)].map(
        ([, key, id]) => key ?? `${id}<id>`,
      );
      return (named.length === 0 ? ['<any>'] : named).map((key) => ({
        name: `${name}: ${key}`,
        key: RegExp(`^${patternOf(pk)} ${patternOf(key)}$`),
      }));
    },
  );
}

/** Every `et` that a repository writes. */
const types = () =>
  new Set(
    readdirSync('shared/store').flatMap((file) =>
      [...readFileSync(`shared/store/${file}`, 'utf8').matchAll(/\bet: '(\w+)'/g)].map(([, et]) => et),
    ),
  );

type Reader = { safeParse: (message: unknown) => { success: boolean } };

/** The kinds of messages that a recording lacks, in queues with several kinds. */
function missingMessages({ webhooks, domain_tasks, notices = [], runs }: Recorded): string[] {
  const ofRuns = runs && [runs.sending, runs.texting, ...runs.timers, ...runs.others];
  const lacking = (queue: string, readers: readonly Reader[], messages: unknown[] = []) =>
    readers.flatMap((reader, i) =>
      messages.some((message) => reader.safeParse(message).success) ? [] : [`message ${i} of ${queue}`],
    );
  const tasks = DomainMessage.shape.task.options.filter(
    (task) => !domain_tasks.some((one) => one.task === task),
  );
  return [
    ...lacking('webhooks', [...WebhookMessage.options, AttemptMessage.options[1]], webhooks),
    ...lacking('notices', NoticeMessage.options, notices),
    ...lacking('runs', AdvanceMessage.options, ofRuns),
    ...tasks.map((task) => `domain task ${task}`),
  ];
}

/** The kinds of items, objects, and messages that this code can write and that a recording lacks. */
export function missingKinds(recorded: Recorded): string[] {
  const stored = recorded.items as Stored[];
  const objects = Object.keys(recorded.objects);
  const keys = stored.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);
  const found = new Set(stored.map(({ et }) => et?.S));
  const prefixes = [...accountPrefixes('acc_').map((prefix) => prefix.split('/')[0]), 'ses'];
  return [
    ...schemaKinds().flatMap(({ name, key }) => (keys.some((each) => key.test(each)) ? [] : [name])),
    ...[...types()].flatMap((et) => (found.has(et) ? [] : [`et ${et}`])),
    ...prefixes.flatMap((prefix) =>
      objects.some((key) => key.startsWith(`${prefix}/`)) ? [] : [`object ${prefix}`],
    ),
    ...missingMessages(recorded),
  ];
}
