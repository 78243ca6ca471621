import { App } from 'aws-cdk-lib';
import { makeStacks } from '../../infra/app.ts';

// For findings.test.ts: what `npm run check -- synth` does, for one context after the other; what checks them is loaded once.
const [folder = '', contexts = '[]'] = process.argv.slice(2);
for (const [i, context] of (JSON.parse(contexts) as Record<string, string>[]).entries()) {
  const app = new App({ outdir: `${folder}/${i}`, context });
  await makeStacks(app, { checked: true });
  app.synth();
}
