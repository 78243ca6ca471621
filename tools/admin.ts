import { stageOf } from '../infra/deploy/options.ts';
import { adminError, readCommand, usage } from './admin/commands.ts';
import { chooseDeployment } from './deployments.ts';

const help = `npm run -s admin -- <command> [options] [--stage <stage>]

${usage}
  --stage   the deployment to act on: local, or one that was deployed. Without it: the running local stack,
            else the only one that npm run deploy noted here. Its name is printed on stderr.
`;

/** Splits each `--stage <stage>` and `--stage=<stage>` off the command's own options. */
function takeStage(argv: string[]): { stage: string | undefined; rest: string[] } {
  const given: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? '';
    if (argument === '--stage') given.push(argv[++at] ?? '');
    else if (argument.startsWith('--stage=')) given.push(argument.slice('--stage='.length));
    else rest.push(argument);
  }
  return { stage: stageOf(given), rest };
}

/** One JSON object on stdout and nothing else; on stderr the deployment, or `{error: {message, code}}`. */
async function main(argv: string[]): Promise<void> {
  const { stage, rest } = takeStage(argv);
  readCommand(rest);
  const { name, environment } = await chooseDeployment(stage);
  process.stderr.write(`On: ${name}\n`);
  const { runCommand } = await import('./admin/run-command.ts');
  const result = await runCommand(rest, environment);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  // The deletion was only shown: it is to be confirmed.
  if (result.deleted === false) process.exitCode = 2;
}

const argv = process.argv.slice(2);
if (argv.some((argument) => argument === '--help' || argument === '-h')) process.stdout.write(help);
else {
  await main(argv).catch((error) => {
    const answer = adminError(error);
    process.stderr.write(`${JSON.stringify(answer)}\n`);
    const { message, code } = answer.error;
    if (code === 'validation_error' && !message.startsWith('--stage')) process.stderr.write(`\n${help}`);
    process.exitCode = 1;
  });
}
