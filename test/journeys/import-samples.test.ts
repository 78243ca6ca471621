import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import { importProviders } from '../../shared/core/records/imports.ts';
import { inboxOf, newProgram, oldProgram, presentStacks, receipt, runProgram } from '../support/programs.ts';
import { providerSdks } from '../support/provider-sdks.ts';
import { sendingStandIn } from '../support/sending-stand-in.ts';
import { newCustomer } from './world.ts';

/** `npm run check:samples`: installs the providers' own SDKs below .local, by their locks, and sends with them. */
const asked = process.env.SAMPLES !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'mailwright-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keys = {
  SENDGRID_API_KEY: 'SG.x',
  POSTMARK_SERVER_TOKEN: 'x',
  MAILGUN_API_KEY: 'x',
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
        const prepare = providerSdks[stackName]?.(provider) ?? null;
        for (const name of importProviders) {
          const to = `${name}-${stackName}-${Date.now()}@reader.example`;
          const env = { MAIL_FROM: `shop@${domain}`, MAIL_TO: to };
          const program = oldProgram(folder, name, stackName);
          const led = prepare?.(program, name) ?? null;
          if (led === null) {
            left.push(`${name}/${stackName}`);
            continue;
          }
          const before = await runProgram(program, stackName, { ...env, ...keys, ...provider.env, ...led });
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
    process.stderr.write(
      `old and new programs that ran: ${ran.join(', ')}; without an SDK here: ${left.join(', ')}\n`,
    );
    expect(ran).toContain('sendgrid/node');
  },
  900_000,
);
