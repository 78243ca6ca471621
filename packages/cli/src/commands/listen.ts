import { isMailwrightError } from '@mailwright/sdk';
import { type CommandSpec, type Input, text } from '../command.ts';
import { UsageError } from '../io.ts';
import { closeEndpoint, openEndpoint, storedEndpoint } from '../listen/endpoint.ts';
import { type Followed, follow } from '../listen/follow.ts';
import { storePosition } from '../listen/position.ts';
import { headersOf } from '../listen/sign.ts';
import { printJson, printLine, visible } from '../output.ts';

const poll_ms = 1_000;
const answer_ms = 10_000;
const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `10m`. */
function spanOf(value: string): number {
  const [, count, unit] = /^(\d{1,4})([smhd])$/.exec(value) ?? [];
  if (count === undefined)
    throw new UsageError(`--since must be a duration such as 30s, 10m, 2h, or 1d, not "${value}"`);
  return Number(count) * units[unit as keyof typeof units];
}

function targetOf({ values }: Input): string {
  const given = text(values, 'forwardTo');
  if (given === undefined)
    throw new UsageError(
      '--forward-to is required. For example: --forward-to http://localhost:3000/webhooks',
    );
  if (!/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new UsageError(`--forward-to must be an http or https URL, not "${given}"`);
  return given;
}

/** The response's status, or the reason for a missing response. Shown, but not retried. */
async function post(url: string, headers: Record<string, string>, body: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(answer_ms);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return name === 'TimeoutError' ? 'no response in 10 s' : (cause?.code ?? 'no connection');
  }
}

async function forward(input: Input, one: Followed, to: { url: string; secret: string }): Promise<void> {
  const { io, json } = input;
  const begun = io.now();
  const result =
    one.body === null ? 'body expired' : await post(to.url, headersOf(one, to.secret, begun), one.body);
  const [time, ms] = [new Date(begun).toISOString(), io.now() - begun];
  const event = one.body === null ? one.id : one.event_id;
  if (json) printJson(io, { time, type: one.event_type, delivery_id: one.id, event_id: event, result, ms });
  else printLine(io, `${time} ${one.event_type} ${event} -> ${result} ${ms} ms`);
}

/** Forwards due deliveries. Returns the reason if the service is temporarily unavailable, or null. */
async function forwardDue(
  input: Input,
  log: ReturnType<typeof follow>,
  to: { url: string; secret: string },
): Promise<string | null> {
  try {
    for await (const one of log.due()) {
      if (input.io.signal?.aborted) break;
      await forward(input, one, to);
      log.done(one.id);
    }
    return null;
  } catch (error) {
    const passes =
      isMailwrightError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
    if (!passes) throw error;
    return error.message;
  }
}

async function removeEndpoints(input: Input): Promise<void> {
  const { io, client } = input;
  for (let known = await storedEndpoint(input); known !== null; known = await storedEndpoint(input)) {
    await client.webhooks.delete(known.webhook_id);
    storePosition(io, known.webhook_id, null);
    printLine(io, `${known.webhook_id} removed`);
  }
}

async function listen(input: Input): Promise<number> {
  const { io, values } = input;
  if (values.remove === true) {
    await removeEndpoints(input);
    return 0;
  }
  if (values.printSecret === true) {
    const known = await storedEndpoint(input);
    const position = known ?? (await openEndpoint(input));
    if (known === null) await closeEndpoint(input, position);
    io.out(`${position.secret}\n`);
    return 0;
  }
  const url = targetOf(input);
  const span = text(values, 'since');
  const back = span === undefined ? null : spanOf(span);
  const position = await openEndpoint(input);
  try {
    const show = input.json ? io.err : io.out;
    show(`Ready. Signing secret: ${position.secret}\n`);
    const start = back === null ? position : { ...position, from: io.now() - back, seen: [] };
    const log = follow(input, start);
    let trouble: string | null = null;
    while (!io.signal?.aborted) {
      const before = trouble;
      trouble = await forwardDue(input, log, { url, secret: position.secret });
      if (trouble !== null && before === null) io.err(`${visible(trouble)} (retrying)\n`);
      if (!io.signal?.aborted) await io.sleep(poll_ms);
    }
    return 130;
  } finally {
    await closeEndpoint(input, position);
  }
}

export const listenCommand: CommandSpec = {
  name: 'webhooks listen',
  about: 'Forward webhooks to a URL on this machine until interrupted',
  options: [
    ['--forward-to <url>', 'URL to forward webhooks to.'],
    ['--events <types>', 'Comma-separated event types. Default: all.'],
    ['--tenant <id>', 'Forward only events for this tenant.'],
    ['--since <time>', 'How far back to start, such as 10m. Default: where the last run stopped.'],
    ['--print-secret', 'Print the signing secret and exit.'],
    ['--remove', 'Delete the endpoints and secrets that this command created, and exit.'],
  ],
  example: 'mailwright webhooks listen --forward-to http://localhost:3000/webhooks',
  endsItself: true,
  run: listen,
};
