import { parentPort } from 'node:worker_threads';
import { App } from 'aws-cdk-lib';
import { makeStacks } from '../../infra/app.ts';
import type { Synthesis, Synthesized } from './templates.ts';

process.env.CDK_VALIDATION = 'false';

/** Synthesizes one after the other what the thread of the tests asks for; that one sleeps until `done` changes. */
parentPort?.on('message', async ({ context, outdir, done, answers }: Synthesis) => {
  const answer: Synthesized = {};
  try {
    const app = new App({ outdir, context: { ...context, 'aws:cdk:disable-stack-trace': true } });
    await makeStacks(app, { checked: false });
    app.synth();
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error);
  }
  answers.postMessage(answer);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
