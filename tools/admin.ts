import { stageOf } from '../infra/deploy/options.ts';
import { adminError, helpOf, readLine } from './admin/commands.ts';
import { runCommand } from './admin/run-command.ts';
import { chooseDeployment } from './deployments.ts';

const argv = process.argv.slice(2);

/**
 * Prints one JSON object on stdout. The name of the deployment, or `{error: {message, code}}`, goes to
 * stderr.
 */
async function main(): Promise<void> {
  const line = readLine(argv);
  if ('help' in line) return void process.stdout.write(line.help);
  const { name, environment } = await chooseDeployment(stageOf(line.stage));
  process.stderr.write(`On: ${name}\n`);
  const result = await runCommand(argv, environment);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  // delete-account without --confirm only shows what it would delete.
  if (result.deleted === false) process.exitCode = 2;
}

await main().catch((error) => {
  const answer = adminError(error);
  process.stderr.write(`${JSON.stringify(answer)}\n`);
  const { message, code } = answer.error;
  if (code === 'validation_error' && !message.startsWith('--stage'))
    process.stderr.write(`\n${helpOf(argv)}`);
  process.exitCode = 1;
});
