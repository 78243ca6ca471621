import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { invalid } from '../../shared/core/errors.ts';
import { isStageName } from '../../shared/core/stage-name.ts';

export const usage = `Deploys Mailwright into your AWS account.

  npm run deploy -- -c stage=prod -c serviceDomain=mail.example.com -c hostedZoneId=Z0123456789ABC

  stage           name of the deployment. An AWS account can have several deployments
  serviceDomain   domain for the API (api.<serviceDomain>), return path, SPF, and sandbox sender
  hostedZoneId    id of the Route 53 hosted zone with exactly that domain name
  --check         check the account without deploying, and show what to fix
  --yes           skip all confirmations
  --request-production --website https://example.com
                  request SES production access and exit

An option that you leave out keeps its value from the stage's last deploy. To restore its default, pass an empty value (-c alarmEmail=).
docs/operations/settings.md lists every value you can pass with -c. The AWS credentials and region come from the environment, as with the AWS CLI.
`;

export type Options = {
  context: Record<string, string>;
  yes: boolean;
  check: boolean;
  help: boolean;
  /** The website shown to AWS in the request for production access. */
  website?: string | undefined;
};

/** Reads the command line. Throws on an unknown option, and on a name without a value. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      yes: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      'request-production': { type: 'boolean', default: false },
      website: { type: 'string' },
    },
  });
  const { 'request-production': requests, website, ...others } = values;
  if (requests !== isWebsite(website))
    throw new Error('--request-production requires --website with an https URL that AWS can open');
  return { ...others, website, context: Object.fromEntries(values.context.map(pairOf)) };
}

const isWebsite = (given = '') => URL.canParse(given) && new URL(given).protocol === 'https:';

function pairOf(given: string): string[] {
  if (given.includes('=')) return given.split(/=(.*)/s, 2);
  throw new Error(
    `-c ${given} needs a value, as in -c ${given}=value. An empty value (-c ${given}=) restores the default`,
  );
}

/** Context values required for a deployment on AWS. */
export const needed = ['stage', 'serviceDomain', 'hostedZoneId'];

/** The answer typed at this terminal, or an empty string. */
export function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((done) => {
    terminal.question(question, (answer) => {
      done(answer.trim());
      terminal.close();
    });
    terminal.once('close', () => done(''));
  });
}

/**
 * The stage on a command line, or undefined. Throws validation_error for two stages or an invalid name,
 * because a command never guesses the deployment.
 */
export function stageOf(given: readonly string[] = []): string | undefined {
  const [stage, ...more] = given;
  if (more.length > 0) throw wrong('--stage can be passed only once');
  if (stage === undefined || isStageName(stage)) return stage;
  throw wrong('--stage must be 1 to 20 lowercase letters and digits, starting with a letter');
}

const wrong = (message: string) => invalid([{ path: '--stage', rule: 'format', message }]);
