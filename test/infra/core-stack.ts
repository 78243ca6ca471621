import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readConfig } from '../../infra/config.ts';
import { functions } from '../../infra/functions.ts';
import { coreStack } from '../../infra/stack.ts';

/** The bundles are the template's assets: built once, by whoever comes first. */
export function ensureBundles(): void {
  const built = Object.keys(functions).every((name) => existsSync(`.build/meta/${name}.json`));
  if (!built) execFileSync(process.execPath, ['infra/build.ts'], { stdio: 'pipe' });
}

/** The Core stack as `cdk deploy -c name=value` would make it. */
export function synthesizeCore(context: Record<string, string> = {}): Template {
  ensureBundles();
  const defaults = JSON.parse(readFileSync('cdk.json', 'utf8')).context;
  const app = new App({ context: { ...defaults, ...context } });
  return Template.fromStack(coreStack(app, readConfig(app.node)).stack);
}

export type Resource = {
  Type: string;
  DeletionPolicy?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is any JSON.
  Properties: Record<string, any>;
};

/** Resources of one type by their logical id. */
export function resourcesOf(template: Template, type: string): Record<string, Resource> {
  return template.findResources(type) as Record<string, Resource>;
}

/** The properties of the one resource of its type. */
export function only(template: Template, type: string): Resource {
  const found = Object.values(resourcesOf(template, type));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} resources of ${type}`);
  return found[0];
}
