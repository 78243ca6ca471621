import { type App, Validations } from 'aws-cdk-lib';
import { readConfig } from './config.ts';
import { checkNames } from './context-names.ts';
import { coreStack } from './stack.ts';

/** The stacks that the context of an app asks for. `checked`: with the checks of AWS Solutions. */
export async function makeStacks(app: App, { checked }: { checked: boolean }): Promise<void> {
  checkNames(Object.keys(app.node.getAllContext()));
  const config = readConfig(app.node);
  const core = coreStack(app, config);
  const { smtp } = config;
  if (smtp?.runs === 'stack') {
    const { smtpStack } = await import('./smtp-stack.ts');
    smtpStack(app, { ...config, smtp }).addStackDependency(core);
  }
  if (!checked) return;
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
