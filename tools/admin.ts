import { adminError, readCommand, usage } from '../functions/admin/commands.ts';
import { chooseDeployment } from './deployments.ts';

const help = `npm run -s admin -- <command> [options] [--stage <stage>]

${usage}
  --stage   the deployment to act on: local, or one that was deployed. Without it: the running local stack,
            else the only one that npm run deploy noted here. Its name is printed on stderr.
`;

/** Splits `--stage <stage>` or `--stage=<stage>` off the command's own options. */
function takeStage(argv: string[]): { stage: string | undefined; rest: string[] } {
  const at = argv.findIndex((argument) => argument === '--stage' || argument.startsWith('--stage='));
  if (at < 0) return { stage: undefined, rest: argv };
  const joined = argv[at]?.split('=')[1];
  return { stage: joined ?? argv[at + 1] ?? '', rest: argv.toSpliced(at, joined === undefined ? 2 : 1) };
}

/** One JSON object on stdout and nothing else; on stderr the deployment, or `{error: {message, code}}`. */
async function main(argv: string[]): Promise<void> {
  const { stage, rest } = takeStage(argv);
  readCommand(rest);
  const { name, environment } = await chooseDeployment(stage);
  process.stderr.write(`On: ${name}\n`);
  const { runCommand } = await import('../localstack/operator.ts');
  process.stdout.write(`${JSON.stringify(await runCommand(rest, environment))}\n`);
}

const argv = process.argv.slice(2);
if (argv.some((argument) => argument === '--help' || argument === '-h')) process.stdout.write(help);
else {
  await main(argv).catch((error) => {
    const answer = adminError(error);
    process.stderr.write(`${JSON.stringify(answer)}\n`);
    if (answer.error.code === 'validation_error') process.stderr.write(`\n${help}`);
    process.exitCode = 1;
  });
}
