import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { noMimeTypes } from '../../infra/esbuild-plugins.ts';

/** Every kind of part that an email can carry: types given, defaulted and not valid; inline, calendars, messages. */
const composeAll = `
import { composeMessage } from './shared/mail/compose.ts';
import { checkAttachments, checkFile } from './shared/mail/attachments.ts';

const names = ['a.pdf', 'a.PNG', 'a.ics', 'a.eml', 'a.unknown', 'a.7z', 'a.webmanifest', 'none', 'ä ö.docx', '.profile'];
const types = [undefined, 'image/png', 'text/calendar; method=REQUEST', 'message/rfc822', 'message/partial', 'x-a/x-b'];
const items = names.flatMap((name) => types.map((content_type) => ({ name, content_type, data: 'SGk=' })));
const given = items.map((item, i) => checkAttachments([{ ...item, ...(i % 2 && { content_id: 'c' + i }) }]).attachments);
const uploads = items.map((item) => ({ ...checkFile(item, () => undefined), data: Buffer.from('Hi') }));
const stored = [{ name: 'a.bin', content_type: 'multipart/mixed; boundary=x', data: Buffer.from('\\u00e9') },
  { name: 'a.eml', content_type: 'message/rfc822', data: Buffer.from('\\u00e9') }];

for (const attachments of [[], ...given, ...[...uploads, ...stored].map((file) => [file])]) {
  for (const html of [null, '<p>Hi <img src="cid:c1"></p>']) {
    const message = await composeMessage({
      id: 'msg_1', from: 'a@example.com', to: ['b@example.net'], subject: 'Hi', text: 'Hi', html, attachments,
      message_date: 0,
    });
    process.stdout.write(message);
  }
}
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailwright-mime-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function composed(name: string, plugins: (typeof noMimeTypes)[]) {
  const { outputFiles } = await build({
    stdin: { contents: composeAll, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins,
    write: false,
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  const source = outputFiles[0]?.text ?? '';
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return {
    bytes: source.length,
    message: execFileSync(process.execPath, [file], { encoding: 'latin1', maxBuffer: 64 << 20 }),
  };
}

test('messages are the same without the table of file types', async () => {
  const whole = await composed('whole', []);
  const lean = await composed('lean', [noMimeTypes]);
  expect(lean.bytes).toBeLessThan(whole.bytes - 50_000);
  expect(lean.message.length).toBeGreaterThan(50_000);
  expect(lean.message).toBe(whole.message);
});
