import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stageOf } from '../infra/deploy/options.ts';
import { holdSignals } from '../infra/deploy/signals.ts';
import { localStack, useLocalCloud } from '../localstack/environment.ts';
import { chooseDeployment } from './deployments.ts';

const help = `npm run -s doctor -- [--json | --first-deploy] [--stage <stage>]

Sends a test email to SES's mailbox simulator. Checks each step: API, table, queue, SES, delivery feedback, and webhook.
Then sends an email through the SMTP relay, and checks inbound mail and the alarm address. Stops at the first failure and
says how to fix it. Takes up to a minute. Exits with status 0 if everything works, or 1 if something doesn't.

  --json    print one object: {"ok": …, "links": [{"link", "ok", "ms", "what", "fix"}]}
  --stage   the deployment to check: local, or a deployed stage. Default: the running local stack,
            or the only stage deployed from this checkout. The name is printed on stderr.
  --first-deploy
            run 28 checks of undocumented AWS behavior, listed in docs/internals/aws-facts.md. Takes about 70
            minutes and writes the results to docs/internals/aws-facts.json. Use it on a deployment without
            customers. Ctrl-C stops after the current check and writes no file.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      stage: { type: 'string', multiple: true },
      'first-deploy': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const { name, environment } = await chooseDeployment(stageOf(values.stage));
  process.stderr.write(`On: ${name}\n`);
  if (environment.AWS_ENDPOINT_URL_SESV2 === undefined) Object.assign(process.env, environment);
  else useLocalCloud(environment);
  if (values['first-deploy']) return askFirst(environment);
  const { examineDeployment } = await import('./admin/main.ts');
  const alarm_topic = environment.ALARM_TOPIC_ARN ?? null;
  const places = { ...(environment.STAGE === 'local' && localPlaces()), alarm_topic };
  const { ok, report } = await examineDeployment(values, places);
  process.stdout.write(report);
  process.exitCode = ok ? 0 : 1;
}

/** The local stack's relay and receiver. DNS on this machine doesn't know their names. */
function localPlaces() {
  const { smtp, inbound } = localStack();
  return {
    relay: smtp && { host: smtp.host, port: smtp.tls_port },
    door: inbound && { host: inbound.host, port: inbound.port },
  };
}

/**
 * An unexpected answer isn't a failure, because a person has to read it. Ctrl-C removes what the check has created.
 */
async function askFirst(environment: Record<string, string>): Promise<void> {
  const { askDeployment, firstDeployChecks, lineOf } = await import('./first-deploy/run.ts');
  const { came, release } = holdSignals();
  try {
    const found = await askDeployment(environment, {
      checks: firstDeployChecks,
      each: (looked) => process.stdout.write(lineOf(looked)),
      ended: came,
    });
    if (!came()) writeFileSync('docs/internals/aws-facts.json', `${JSON.stringify(found, null, 2)}\n`);
  } finally {
    await release();
  }
}

await main().catch((error: Error & { code?: string }) => {
  const isOption = error.code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(isOption ? `${error.message}\n\n${help}` : `${error.message}\n`);
  process.exitCode = 1;
});
