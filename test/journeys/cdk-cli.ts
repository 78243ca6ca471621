import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { AwsApi } from '../../localstack/aws-api.ts';

export type CdkCli = {
  /** Runs `cdk <args>` as a person would. Rejects with its output if it fails. */
  run: (...args: string[]) => Promise<string>;
  /** Outputs of the last `deploy`, by name. */
  outputs: () => Promise<Record<string, string>>;
};

/** A checkout's CDK command line for an emulator. Its files are in `folder`, so that several may run at once. */
export function cdkCli(
  aws: AwsApi,
  folder: string,
  context: Record<string, string>,
  checkout = process.cwd(),
): CdkCli {
  const outputsFile = `${folder}/outputs.json`;
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    // Compiled once for all its commands.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    AWS_ENDPOINT_URL: aws.endpoint,
    // The CLI puts the bucket into the host name, but emulators only answer on localhost.
    AWS_ENDPOINT_URL_S3: aws.endpoint,
    AWS_REGION: aws.region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_VALIDATION: 'false',
  };
  return {
    run: (...args) => {
      const flags = Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const [command = ''] = args;
      const own = ['--output', `${folder}/cdk.out`, '--no-notices', '--ci', ...flags];
      if (command === 'deploy') own.push('--require-approval', 'never', '--outputs-file', outputsFile);
      return runCdk([...args, ...own], { cwd: checkout, env: environment });
    },
    outputs: async () =>
      Object.values(JSON.parse(await readFile(outputsFile, 'utf8')))[0] as Record<string, string>,
  };
}

function runCdk(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  const child = spawn(process.execPath, ['node_modules/aws-cdk/bin/cdk', ...args], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done(output) : fail(new Error(`cdk ${args.join(' ')} ended with ${code}\n${output}`)),
    );
  });
}
