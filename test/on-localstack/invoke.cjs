// A copy of a function under emulator.py. Invocations and responses are lines of JSON.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const answer = process.stdout.write.bind(process.stdout);
// Keeps a function's log out of the responses.
process.stdout.write = process.stderr.write.bind(process.stderr);

const { LAMBDA_TASK_ROOT = '', _HANDLER = '', ...variables } = process.env;
const [file, name] = _HANDLER.split('.');
const path = ['mjs', 'js', 'cjs'].map((end) => join(LAMBDA_TASK_ROOT, `${file}.${end}`)).find(existsSync);
const loaded = import(path);
loaded.catch(() => {});

async function run({ payload, seconds, ...call }) {
  const ends = Date.now() + seconds * 1000;
  process.env._X_AMZN_TRACE_ID = call['trace-id'];
  const context = {
    awsRequestId: call['invoke-id'],
    functionName: variables.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: variables.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: call['invoked-function-arn'],
    memoryLimitInMB: variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => ends - Date.now(),
  };
  const { [name]: handler } = await loaded;
  return (await handler(JSON.parse(payload || '{}'), context)) ?? null;
}

async function invoke(line) {
  try {
    return { is_error: false, body: JSON.stringify(await run(JSON.parse(line))) };
  } catch ({ name: errorType, message: errorMessage, stack }) {
    process.stderr.write(`${stack}\n`);
    return { is_error: true, body: JSON.stringify({ errorType, errorMessage }) };
  }
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  answer(`${JSON.stringify(await invoke(line))}\n`);
});
