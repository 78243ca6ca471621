/** A soak, check, or bench of `npm run check`. */
export type Check = {
  name: string;
  /** One sentence for the list. */
  does: string;
  /** Defaults for the environment variables that the script reads. */
  env: Record<string, string>;
  /** The script, from the root, and its first arguments. */
  command: string[];
};

/** LAG_SEED repeats a run. */
const lagSeed = process.env.LAG_SEED || Math.floor(Date.now() / 1000);

// name | what it does | default environment and command
const table = `
whole | Runs the whole test suite, including slow tests and all cases. | WHOLE=1 tools/test.ts
lag | Runs the API tests with randomized index delays and conflicts. Set LAG_SEED to repeat a run. | MEMORY_TABLE=${lagSeed} tools/test.ts test/api
stale | Runs the API and domain tests with stale reads. STALE_READS is the share of stale reads, and MEMORY_TABLE is the seed. | STALE_READS=1 tools/test.ts
dynamodb | Runs the store, API, and domain tests on DynamoDB Local. Needs Java 17, and the first run also needs Maven. | test/dynamodb/main.ts
localstack | Starts and redeploys the stack on LocalStack. Needs Python 3.13 and Java 17, and the first run also needs Maven. | test/on-localstack/main.ts
browser | Checks each page of the dashboard and docs with axe, in Chromium (from CHROMIUM or the PATH). | test/browser/main.ts
upgrade | Upgrades from release 0.2 and rolls back, with mail in flight. | test/upgrade/main.ts
busy | Repeats the test suite while busy loops keep every CPU core in use. | test/busy/main.ts
openapi | Lints docs/openapi.json. | REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true node_modules/@redocly/cli/bin/cli.js lint docs/openapi.json --extends=minimal --skip-rule=no-server-example.com
examples | Runs the programs in examples/. | tools/test.ts test/examples
clients | Sends email through SMTP programs such as msmtp and swaks. | CLIENTS=1 tools/test.ts test/journeys/smtp-programs
clients-generated | Calls the API with Go and Python clients generated from docs/openapi.json. | GENERATED=1 tools/test.ts test/journeys/generated-clients
synth | Writes the CloudFormation templates to cdk.out. | node_modules/aws-cdk/bin/cdk synth --quiet -c smtp=true -c serviceDomain=mail.example.com -c hostedZoneId=Z0123456789ABC
compat:record | Records one stored item of each kind for the next release's tests. COMPAT_RELEASE is this release's name. | tools/test.ts test/compat/record
bounded | Measures each parser on worst-case inputs of four sizes. | test/bounded/main.ts
bench | Measures round trips, table capacity, CPU, bundle sizes, and costs. | test/bench/main.ts
bench:smtp | Measures the SMTP task under load. | test/bench/main.ts --memory --throughput
bench:pace | Simulates the pacing of sends on a virtual clock. Set SIM_SEED for a different run. | SIM_ITEMS=10000 node_modules/jest/bin/jest.js test/domain/delivery/pacing.simulated
soak | Kills each process at each AWS call under load, and checks that no email is lost or sent twice. | test/soak/main.ts
soak:automations | Runs random automations and compares them with a reference interpreter. Set FC_SEED for a different run. | AUTOMATIONS=1000 tools/test.ts test/api/runs.model
soak:bulk | Schedules many emails for the same second. BULK_RATE is SES's sending limit per second. | BULK=10000 tools/test.ts test/journeys/bulk
soak:cancel | Cancels scheduled emails just as they're being sent. | CANCEL_RACES=10000 tools/test.ts test/api/scheduling.races
soak:counts | Sends concurrently up to a tenant's limit, with write conflicts. | AT_ONCE=300 tools/test.ts test/store/counts-ahead
soak:hanging | Delivers to 50 webhook endpoints, with and without one that hangs. | HANG_S=60 tools/test.ts test/journeys/hanging
soak:import | Imports large lists from each provider on DynamoDB Local. | IMPORT_ROWS=500000 test/dynamodb/main.ts test/api/imports.large
soak:import-boundaries | Kills imports at each step, for each provider. | IMPORT_KILLS=1 tools/test.ts test/api/imports.kills
soak:mutations | Parses 100,000 mutations of real messages. | WHOLE=1 tools/test.ts test/domain/mail/received.bombs
soak:pause | Pauses SES for a minute while emails arrive. | PAUSE_SENDS=1000 tools/test.ts test/journeys/pause
soak:received | Kills processes while messages are received. | RECEIVED=1000 tools/test.ts test/journeys/inbound-kills
soak:relay | Kills processes while the SMTP relay accepts messages. | RELAY_SENDS=5000 tools/test.ts test/journeys/smtp-kills
soak:runs | Runs automations whose events, timeouts, cancellations, and sends race each other. | RUN_RACES=1000 tools/test.ts test/api/runs.races
soak:sdk | Sends with the SDK over a network that loses requests and responses. | SDK_SENDS=10000 tools/test.ts test/sdk/chaos
soak:tenant | Deletes a large tenant while another tenant sends email. | TENANT_EMAILS=100000 tools/test.ts test/api/tenants.large
soak:waits | Measures how late automations wake from 5-second delays on the running stack. | DELAYS=200 tools/test.ts test/journeys/waits
`;

function checkOf(row: string): Check {
  const [name = '', does = '', line = ''] = row.split(' | ');
  const words = line.split(' ');
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const env = Object.fromEntries(words.slice(0, start).map((word) => word.split('=')));
  return { name, does, env, command: words.slice(start) };
}

export const checks: Check[] = table.trim().split('\n').map(checkOf);
