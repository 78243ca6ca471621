import { readFileSync } from 'node:fs';
import { publicRoutes } from '../../functions/public/routes.ts';
import { releaseVariables } from '../../infra/release.ts';
import { inProcess, testContext } from '../support/api.ts';
import { readStack } from '../support/environment.ts';

const ctx = testContext();

test('GET /health answers without a key, with the release that is deployed [H40]', async () => {
  const { status, body } = await inProcess(ctx, publicRoutes, null)('GET', '/health');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commit = releaseVariables().COMMIT ?? null;
  expect({ status, body }).toEqual({ status: 200, body: { ok: true, version, commit } });
});

test.each([
  ['JSON', '{"type":"email.sent"}'],
  ['no JSON', '{"type":'],
  ['nothing', ''],
])('POST /listen answers 204 and no body without a key, whatever is posted: %s [D73]', async (_, raw) => {
  const { status, text } = await inProcess(ctx, publicRoutes, null)('POST', '/listen', { raw });
  expect([status, text]).toEqual([204, '']);
});

test('GET /openapi.json is served by the deployed function, with its own base URL', async () => {
  const { base_url } = readStack();
  const response = await fetch(`${base_url}/openapi.json`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: base_url }] });
});

test('an unknown path is 404 in the specified shape, also on the deployed stack [C12]', async () => {
  const response = await fetch(`${readStack().base_url}/no/such/path`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
});
