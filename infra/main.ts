import { App, Validations } from 'aws-cdk-lib';
import { readConfig } from './config.ts';
import { coreStack } from './stack.ts';

const app = new App();
const config = readConfig(app.node);
const core = coreStack(app, config);

const { smtp } = config;
if (smtp?.runs === 'stack') {
  const { smtpStack } = await import('./smtp-stack.ts');
  smtpStack(app, { ...config, smtp }).addStackDependency(core);
}

// CDK_VALIDATION=false is CDK's own switch: the local start skips the checks to save its seconds.
if (process.env.CDK_VALIDATION !== 'false') {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

app.synth();
