import { parentPort } from 'node:worker_threads';
import { App } from 'aws-cdk-lib';
import { makeStacks } from '../../infra/app.ts';
import type { Synthesis, Synthesized } from './templates.ts';

process.env.CDK_VALIDATION = 'false';

/** Bundles are not copied beside each template. */
const onlyTemplates = { 'aws:cdk:disable-stack-trace': true, 'aws:cdk:disable-asset-staging': true };
const leaner = { treeMetadata: false, analyticsReporting: false };

/** Synthesizes one after the other what the thread of the tests asks for; that one sleeps until `done` changes. */
parentPort?.on('message', async ({ context, outdir, done, answers }: Synthesis) => {
  const answer: Synthesized = {};
  try {
    const app = new App({ outdir, context: { ...context, ...onlyTemplates }, ...leaner });
    await makeStacks(app, { checked: false });
    app.synth();
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error);
  }
  answers.postMessage(answer);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
