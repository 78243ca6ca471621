import { App } from 'aws-cdk-lib';
import { makeStacks } from './app.ts';

const app = new App();
// CDK_VALIDATION=false is CDK's own switch: the local start skips the checks to save its seconds.
await makeStacks(app, { checked: process.env.CDK_VALIDATION !== 'false' });
app.synth();
