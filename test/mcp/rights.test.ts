import { readRights } from '../../packages/mcp/src/rights.ts';
import type { MailwrightOptions } from '../../packages/sdk/src/index.ts';
import { json, refusal, reset, serverOfTests } from '../support/scripted-server.ts';
import { keepingWaits } from '../support/sdk-waits.ts';

const server = serverOfTests();

const options = (): Partial<MailwrightOptions> => ({ baseUrl: server.url, maxRetries: 0 });

test('a probe that the service could not answer is made again, at most twice [D76]', async () => {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const ask = async (...answers: Parameters<typeof server.play>) => {
    server.play(...answers);
    return [...(await readRights(keepingWaits(options()).client as never, ['send'], wait))];
  };
  expect(await ask(refusal(503), reset, refusal(400, 'validation_error'))).toEqual(['send']);
  expect(await ask(json(504, {}), refusal(403, 'insufficient_scope'))).toEqual([]);
  expect(waits).toEqual([500, 1000, 500]);
  await expect(ask(refusal(503), refusal(503), refusal(503))).rejects.toMatchObject({ status: 503 });
  await expect(ask(refusal(401, 'unauthorized'))).rejects.toMatchObject({ status: 401 });
});
