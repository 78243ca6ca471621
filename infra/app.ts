import { type App, type Stack, Tags, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import { type Config, readConfig } from './config.ts';
import { checkNames } from './context-names.ts';
import { coreStack } from './stack.ts';

/** The stacks that an app's context asks for. With `checked`, they run the AWS Solutions checks. */
export async function makeStacks(app: App, { checked }: { checked: boolean }): Promise<void> {
  checkNames(Object.keys(app.node.getAllContext()));
  const config = readConfig(app.node);
  const core = coreStack(app, config);
  mark(core, config);
  const { smtp } = config;
  if (smtp?.runs === 'stack') {
    const { smtpStack } = await import('./smtp-stack.ts');
    const relay = smtpStack(app, { ...config, smtp });
    relay.addStackDependency(core);
    mark(relay, config);
  }
  if (!checked) return;
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

/** Adds the tags and permissions boundary that strict AWS accounts require (P56). */
function mark(stack: Stack, { stage, tags, permissionsBoundary }: Config): void {
  for (const [name, value] of Object.entries({ ...tags, 'mailwright:stage': stage }))
    Tags.of(stack).add(name, value);
  if (permissionsBoundary === undefined) return;
  const policy = ManagedPolicy.fromManagedPolicyArn(stack, 'Boundary', permissionsBoundary);
  PermissionsBoundary.of(stack).apply(policy);
}
