import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { functions } from '../../infra/functions.ts';
import { answer_ms } from '../../shared/aws/clients.ts';
import { sesGrants } from '../../shared/aws/ses-quota.ts';

/** SES that answers nothing but 503, and the number of its calls. */
async function brokenSes() {
  const asked = { calls: 0 };
  const server = createServer((request, response) => {
    asked.calls++;
    request.resume();
    response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { asked, close };
}

test('P10: a sweep outlives a SES that takes each call for its quota and answers none', async () => {
  const { asked, close } = await brokenSes();
  const quota = sesGrants({ region: 'us-east-1' });
  await expect(quota.read()).rejects.toThrow();
  await expect(quota.countIdentities()).rejects.toThrow();
  close();
  // Both are asked in parallel; each attempt may take its whole time-out.
  const longest_s = ((asked.calls / 2) * answer_ms.ses) / 1000;
  expect(longest_s).toBeLessThan(functions.sweep?.timeout ?? 0);
});
