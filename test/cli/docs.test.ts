import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import { fixtureFor } from '../domain/feedback/fixture.ts';
import { capturedAccount } from '../support/captured.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { sdkClient } from '../support/sdk.ts';
import { foundIn } from '../support/secret-forms.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { servedApi } from '../support/served-api.ts';
import { withProvider } from '../support/stand-in.ts';
import { until } from '../support/until.ts';

const program = resolve('packages/cli/bin/mailwright.js');
const folder = mkdtempSync(join(tmpdir(), 'mailwright-docs-'));
let close = () => {};

afterAll(async () => {
  close();
  await stopReceivers();
  rmSync(folder, { recursive: true });
});

/** An account with the template that docs/templates.md makes, whose mail arrives as soon as it is sent, behind a port. */
async function world() {
  const provider = await fakeSendgrid();
  const { ctx: captured, queued, deliver, mails, account, api_key, domain } = await capturedAccount();
  const settings = { ...captured.settings, webhook_targets: 'any' as const };
  const ctx = withProvider({ ...captured, settings }, provider.url);
  const api = await servedApi(ctx);
  const hook = await receiver();
  close = api.close;
  const [template] = blocksOf('docs/templates.md');
  const [, body = ''] = /-d '(\{.*\})'/s.exec(template?.text ?? '') ?? [];
  await sdkClient(ctx, api_key).templates.create(JSON.parse(body));
  const arrive = async () => {
    for (const { message } of queued.splice(0)) await deliver(message);
    for (const { email_id: id } of mails.splice(0))
      await recordNotification(ctx, fixtureFor('delivery', { id, account: account.id }), {
        receive_count: 1,
      });
  };
  return { api_key, domain, arrive, base_url: api.base_url, hook: hook.url };
}

test('every block of docs/cli.md and of the README runs as it is written, and shows no key [D52]', async () => {
  const { api_key, domain, arrive, base_url, hook } = await world();
  const blocks = ['docs/cli.md', 'packages/cli/README.md'].flatMap(blocksOf);
  expect(blocks.map(({ language, info }) => [language, info])).toEqual(blocks.map(() => ['sh', '']));
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  for (const { text } of blocks) {
    const script = text
      .replaceAll('{base_url}', base_url)
      .replaceAll('acme.test', domain)
      .replaceAll('http://localhost:3000/webhooks', hook);
    const functions = `mailwright() { "${process.execPath}" "${program}" "$@"; }\nnpx() { "$@"; }\n`;
    const own = { MAILWRIGHT_API_KEY: api_key, MAILWRIGHT_BASE_URL: base_url };
    const env = { PATH: process.env.PATH, HOME: folder, KEY: api_key, PROVIDER_API_KEY: providerKey };
    const child = spawn('bash', ['-ec', functions + script], {
      cwd: folder,
      detached: true,
      env: { ...env, ...(!text.includes('mailwright login') && own) } as NodeJS.ProcessEnv,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
    const ended = once(child, 'exit');
    const runsOn = text.includes('webhooks listen');
    await until(
      async () => {
        await arrive();
        return child.exitCode !== null || (runsOn && said.includes('Ready.'));
      },
      { what: text },
    );
    if (runsOn) process.kill(-Number(child.pid), 'SIGINT');
    const [status] = await ended;
    expect([text, said, status]).toEqual([text, said, runsOn ? 130 : 0]);
    if (text.includes('--wait')) expect([text, said]).toEqual([text, expect.stringMatching(/ delivered\n$/)]);
    expect([text, foundIn(said, [api_key, providerKey])]).toEqual([text, []]);
  }
  expect(existsSync(join(folder, 'moved', 'report.json'))).toBe(true);
}, 60_000);
