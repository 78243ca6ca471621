import { AsyncLocalStorage } from 'node:async_hooks';
import { S3Client } from '@aws-sdk/client-s3';
import { wire } from '../../shared/aws/wire.ts';

/**
 * When a process dies: at which call, and before the call or after its response. `names` collects the name of each
 * call.
 */
export type Death = { call: number; phase: 'before' | 'after'; names?: string[] };

type Life = { calls: number; death: Death; dead: boolean; under_way: Set<Promise<unknown>> };

const lives = new AsyncLocalStorage<Life>();

const died = () => new Error('the process was killed');

/** An outgoing call of the process. The last call of its life isn't made, or gets no response. */
export async function passing<T>(call: () => Promise<T>, name = 'call'): Promise<T> {
  const life = lives.getStore();
  if (life === undefined) return call();
  if (life.dead) throw died();
  life.death.names?.push(name);
  const isLast = ++life.calls === life.death.call;
  if (isLast && life.death.phase === 'before') {
    life.dead = true;
    throw died();
  }
  const answer = call();
  const over = answer.catch(() => {}).finally(() => life.under_way.delete(over));
  life.under_way.add(over);
  // An error response also counts as a response.
  const result = await answer.finally(() => {
    if (isLast) life.dead = true;
  });
  if (life.dead) throw died();
  return result;
}

/** A process may die at every call to this test file's table. */
export function tableIsPassing(): void {
  const { pass } = wire;
  wire.pass = (call, next) => {
    const run = () => pass(call, next);
    return call.service === 'dynamodb' ? passing(run) : run();
  };
}

type Written = { pk?: string; sk?: string };
type Input = { Item?: Written; Key?: Written | string; TransactItems?: Record<string, Input>[] };

const keyOf = ({ Item, Key = Item }: Input): string =>
  typeof Key === 'string' ? Key : `${Key?.pk ?? ''} ${Key?.sk ?? ''}`;

/** A description of what a call writes, or null for a read. */
function writeOf(name: string, input: Input): string | null {
  if (!/^(Put|Update|Delete|Send|TransactWrite|BatchWrite)/.test(name)) return null;
  const parts = (input.TransactItems ?? []).flatMap((part) =>
    Object.entries(part).map(([kind, one]) => `${kind} ${keyOf(one)}`),
  );
  return [name, ...(parts.length > 0 ? parts : [keyOf(input)])].join(' ').trim();
}

let isInstalled = false;

/**
 * A process may die at every write of this test file, to the table, a bucket, or a queue. Set up once, even if
 * several files of a group ask for it.
 */
export function writesArePassing(): void {
  if (isInstalled) return;
  isInstalled = true;
  const through = <T>(written: string | null, run: () => Promise<T>) =>
    written === null ? run() : passing(run, written);
  const { pass } = wire;
  wire.pass = (call, next) => through(writeOf(call.operation, call.input), () => pass(call, next));
  const { send } = S3Client.prototype;
  S3Client.prototype.send = function (this: unknown, ...args: [{ input: Input }]) {
    const [command] = args;
    const name = command.constructor.name.replace(/Command$/, '');
    return through(writeOf(name, command.input), () => Reflect.apply(send, this, args) as Promise<unknown>);
  } as never;
}

/**
 * Runs a part of the product as a process that dies at one of its calls and does nothing afterwards. Returns null if
 * it died, whatever its result. A death after the last call doesn't happen.
 */
export async function mortal<T>(run: () => Promise<T>, death: Death | null): Promise<{ value: T } | null> {
  if (death === null) return { value: await run() };
  const life: Life = { calls: 0, death, dead: false, under_way: new Set() };
  try {
    const value = await lives.run(life, run);
    return life.dead ? null : { value };
  } catch (error) {
    if (!life.dead) throw error;
    return null;
  } finally {
    while (life.under_way.size > 0) await Promise.all(life.under_way);
  }
}
