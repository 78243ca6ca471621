import { App } from 'aws-cdk-lib';
import { makeStacks } from './app.ts';
import { keepKey } from './kept-key.ts';

const app = new App();
await keepKey(app.node);
// CDK_VALIDATION=false is CDK's own switch. The local start skips the checks to save seconds.
await makeStacks(app, { checked: process.env.CDK_VALIDATION !== 'false' });
app.synth();
