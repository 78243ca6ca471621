import { isMailwrightError } from '../../packages/sdk/src/index.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { brokenProxy } from '../support/broken-proxy.ts';
import { sdkClient } from '../support/sdk.ts';
import { seeded } from '../support/seeded.ts';
import { servedApi } from '../support/served-api.ts';

const sends = Number(process.env.SDK_SENDS ?? 100);
const ctx = testContext();

/** Refusals as the service writes them, before anything is done. */
const refused = (status: number, code: string) =>
  Response.json({ error: { message: code, code } }, { status, headers: { 'retry-after': '0' } });

/** A way to the service that loses one request in ten, one answer in five, and refuses or hides others. */
function unreliable(random: () => number) {
  const done = { requests: 0, lost: 0, answers_lost: 0, left_running: 0, refused: 0, hidden: 0 };
  const broken = () => new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
  const through = async (send: () => Promise<Response>): Promise<Response> => {
    done.requests++;
    const chance = random();
    if (chance < 0.1 && ++done.lost) throw broken();
    if (chance < 0.2 && ++done.refused) return refused(503, 'unavailable');
    if (chance < 0.25 && ++done.refused) return refused(429, 'rate_limited');
    if (chance < 0.35 && ++done.left_running) {
      // The connection breaks at once, while the service goes on with it.
      void send().catch(() => undefined);
      throw broken();
    }
    const answer = await send();
    if (chance < 0.5 && ++done.answers_lost) throw broken();
    if (chance < 0.55 && ++done.hidden) return new Response('<h1>Gateway timeout</h1>', { status: 504 });
    return answer;
  };
  return { through, done };
}

type Client = ReturnType<typeof sdkClient>;

/** An email is sent again with its key while its outcome is not known, as a queue's worker does it. */
const isUnknown = (error: unknown) =>
  isMailwrightError(error) &&
  (error.retryable || error.status >= 500 || error.details?.reason === 'in_progress');

/** Sends that many emails, 16 at a time; then each is stored once, with the id that was returned. */
async function sendAll(client: Client, direct: Client, domain: string): Promise<{ thrown: number }> {
  const ids = new Map<string, string>();
  let thrown = 0;
  const sendOne = async (n: number): Promise<void> => {
    const from = `shop@${domain}`;
    const params = { from, to: `r${n}@example.net`, subject: `Order ${n}`, text: 'Thank you' };
    for (;;) {
      try {
        const { id } = await client.emails.send(params, { idempotencyKey: `order-${n}` });
        ids.set(params.subject, id);
        return;
      } catch (error) {
        if (!isUnknown(error)) throw error;
        thrown++;
      }
    }
  };
  let next = 0;
  const worker = async () => {
    while (next < sends) await sendOne(next++);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  const stored: string[] = [];
  for await (const email of direct.emails.list({ limit: 100 })) stored.push(`${email.subject} ${email.id}`);
  expect(stored.sort()).toEqual([...ids].map(([subject, id]) => `${subject} ${id}`).sort());
  expect(stored.length).toBe(sends);
  return { thrown };
}

test(`${sends} sends over an unreliable way: none is lost, none is doubled`, async () => {
  const { api_key, domain } = await freshAccount(ctx, { requests_per_second: 1_000_000 });
  const { through, done } = unreliable(seeded(37));
  const client = sdkClient(ctx, api_key, { through });
  const { thrown } = await sendAll(client, sdkClient(ctx, api_key), domain);
  expect(Object.values(done).every((count) => count > 0)).toBe(true);
  expect(thrown).toBeGreaterThan(0);
});

test(`${sends} sends through a proxy that breaks connections: none is lost, none is doubled`, async () => {
  const { api_key, domain } = await freshAccount(ctx, { requests_per_second: 1_000_000 });
  const api = await servedApi(ctx);
  const proxy = await brokenProxy(api.base_url, seeded(37));
  const client = sdkClient(ctx, api_key, { baseUrl: proxy.url, fetch });
  try {
    const { thrown } = await sendAll(client, sdkClient(ctx, api_key), domain);
    expect(Object.values(proxy.done).every((count) => count > 0)).toBe(true);
    expect(thrown).toBeGreaterThan(0);
  } finally {
    proxy.close();
    api.close();
  }
});
