import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Handlebars from 'handlebars';
import { importProviders } from '../../shared/core/records/imports.ts';
import { inboxOf, newProgram, oldProgram, presentStacks, receipt, runProgram } from '../support/programs.ts';
import { sendingStandIn } from '../support/sending-stand-in.ts';
import { newCustomer } from './world.ts';

/** `npm run check:samples`: installs the providers' own SDKs below .local, by their locks, and sends with them. */
const asked = process.env.SAMPLES !== undefined;
const sdks = resolve('.local/samples');
const hooks = resolve('test/samples/hooks');
const folder = mkdtempSync(join(tmpdir(), 'mailwright-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const done = (command: string, args: string[], cwd: string): boolean => {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) process.stderr.write(`${command} ${args.join(' ')}: ${stderr}\n`);
  return status === 0;
};

/** A folder with what one language is to install, and its lock. */
function sdkFolder(language: string): string {
  const own = join(sdks, language);
  mkdirSync(own, { recursive: true });
  cpSync(`test/samples/${language}`, own, { recursive: true });
  return own;
}

/** How old programs of a language are run with their SDKs; null: its packages cannot be had here. */
const languages: Record<string, () => ((program: string) => Record<string, string>) | null> = {
  node: () => {
    const own = sdkFolder('node');
    if (!done('npm', ['ci', '--ignore-scripts'], own)) return null;
    return (program) => {
      symlinkSync(join(own, 'node_modules'), join(program, 'node_modules'));
      return { NODE_OPTIONS: `--require ${join(hooks, 'redirect.cjs')}` };
    };
  },
  python: () => {
    const own = sdkFolder('python');
    const venv = join(own, 'venv');
    if (!existsSync(venv) && !done('python3', ['-m', 'venv', venv], own)) return null;
    const pip = [join(venv, 'bin/python'), '-m', 'pip', 'install', '-q', '--require-hashes', '-r'];
    if (!done(pip[0] as string, [...pip.slice(1), 'requirements.txt'], own)) return null;
    return () => ({ PATH: `${join(venv, 'bin')}:${process.env.PATH}` });
  },
  go: () => {
    const own = sdkFolder('go');
    if (!done('go', ['mod', 'download'], own)) return null;
    return (program) => {
      for (const file of ['go.mod', 'go.sum']) cpSync(join(own, file), join(program, file));
      return { GOFLAGS: '-mod=mod' };
    };
  },
  curl: () => () => ({}),
};

/** These know a proxy; programs on Node are led by a module that is loaded before them. */
const byProxy = ['python', 'go', 'curl'];

const keys = {
  ...{ SENDGRID_API_KEY: 'SG.x', POSTMARK_SERVER_TOKEN: 'x', MAILGUN_API_KEY: 'x' },
  MAILGUN_DOMAIN: 'mg.example.com',
};

(asked ? test : test.skip)(
  "M61, M62: old programs with their providers' SDKs and the new ones say the same in their emails",
  async () => {
    const { call, api_key, domain } = await newCustomer();
    const old = '{{user.name}} paid {{total}}';
    expect((await call('POST', '/templates', { body: receipt })).status).toBe(201);
    const certificate = join(folder, 'certificate.pem');
    const provider = await sendingStandIn({ certificate, write: (text) => writeFileSync(certificate, text) });
    const ran: string[] = [];
    const left: string[] = [];
    try {
      for (const stackName of presentStacks()) {
        const prepare = languages[stackName]?.() ?? null;
        if (prepare === null) {
          left.push(stackName);
          continue;
        }
        for (const name of importProviders) {
          const to = `${name}-${stackName}-${Date.now()}@reader.example`;
          const env = { MAIL_FROM: `shop@${domain}`, MAIL_TO: to };
          const program = oldProgram(folder, name, stackName);
          const led = { ...provider.env, ...(byProxy.includes(stackName) && provider.proxied) };
          const before = await runProgram(program, stackName, {
            ...env,
            ...keys,
            ...led,
            ...prepare(program),
          });
          expect([name, stackName, before]).toMatchObject([name, stackName, { status: 0 }]);
          const [plain, templated, ...more] = provider.emails.splice(0);
          expect(more).toEqual([]);
          const after = await runProgram(newProgram(folder, name, stackName), stackName, {
            ...env,
            MAILWRIGHT_API_KEY: api_key,
          });
          expect([name, stackName, after]).toMatchObject([name, stackName, { status: 0 }]);
          const mails = await inboxOf(to, 2);
          const sent = mails.find(({ subject }) => subject === plain?.subject);
          expect(plain).toMatchObject({ from: sent?.from[0]?.address, to: sent?.to[0]?.address });
          expect(sent?.text.trim()).toBe(plain?.text);
          expect(sent?.html).toContain(plain?.html);
          const rendered = mails.find(({ subject }) => subject === (templated?.subject ?? 'Receipt'));
          expect(templated).toMatchObject({ to, template: expect.stringMatching(/^receipt$|^d-/) });
          expect(rendered?.text.trim()).toBe(Handlebars.compile(old)(templated?.variables));
          ran.push(`${name}/${stackName}`);
        }
      }
    } finally {
      await provider.close();
    }
    process.stdout.write(
      `old and new programs that ran: ${ran.join(', ')}; without an SDK here: ${left.join(', ')}\n`,
    );
    expect(ran).toContain('sendgrid/node');
  },
  900_000,
);
