import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import threads, { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type Config, readConfig } from '../../infra/config.ts';
import { functions } from '../../infra/functions.ts';

export type Resource = {
  Type: string;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
  // biome-ignore lint/suspicious/noExplicitAny: a template is any JSON.
  Properties: Record<string, any>;
};

export type Template = {
  Resources: Record<string, Resource>;
  Parameters?: Record<string, { Type: string; Default?: string }>;
  Outputs?: Record<string, { Value: unknown; Export?: unknown }>;
};

/** What `cdk.json` and the values of a real deployment give. */
export const production = {
  stage: 'prod',
  serviceDomain: 'mail.example.com',
  hostedZoneId: 'Z0123456789ABC',
  smtp: 'true',
  sms: 'sns',
  oidcIssuer: 'https://id.example.com',
  oidcClientId: 'mailwright',
  oidcSecretArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:oidc-AbCdEf',
};

const memory = new Map<string, string>();

/**
 * The template of one stack as `cdk synth -c name=value` writes it. To load aws-cdk-lib into jest takes 8 s; test
 * files of one run share what they synthesize.
 */
export function synthesize(context: Record<string, string> = {}, stack = 'Core'): Template {
  return JSON.parse(readFileSync(`${assembly(context)}/${stack}.template.json`, 'utf8'));
}

/** What the synthesis would read from this context; where that is refused, there is no need of a process. */
export function configOf(context: Record<string, unknown>): Config {
  const all = withDefaults(context);
  return readConfig({ tryGetContext: (name) => all[name] } as Parameters<typeof readConfig>[0]);
}

function withDefaults(context: Record<string, unknown>): Record<string, unknown> {
  return { ...JSON.parse(readFileSync('cdk.json', 'utf8')).context, ...context };
}

/** The folder that a synthesis left: templates, manifest and the list of assets. */
export function assembly(context: Record<string, string>): string {
  const text = JSON.stringify(context);
  const known = memory.get(text);
  if (known) return known;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const folder = join(runFolder(), `templates-${hash}`);
  if (!existsSync(folder)) synthesizeInto(folder, context);
  memory.set(text, folder);
  return folder;
}

let ownFolder: string | undefined;

/** `npm test` gives each run a folder; without one the templates live as long as this test file. */
function runFolder(): string {
  if (process.env.MAILWRIGHT_STACK) return dirname(process.env.MAILWRIGHT_STACK);
  if (ownFolder !== undefined) return ownFolder;
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-templates-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  ownFolder = folder;
  return folder;
}

/** What the thread is asked for; its answer is there when `done` is 1. */
export type Synthesis = {
  context: Record<string, unknown>;
  outdir: string;
  done: Int32Array<SharedArrayBuffer>;
  answers: MessagePort;
};
export type Synthesized = { error?: string };

// The module outlives a test file, and so does the thread: it ends with the process. `Worker`: the one that does not end here.
const kept = threads as typeof threads & Record<symbol, Worker | typeof Worker | undefined>;
const [own, thread] = [Symbol.for('Worker'), Symbol.for('synthesis')];

function startThread(): Worker {
  const Thread = (kept[own] ?? Worker) as typeof Worker;
  const started = new Thread(resolve('test/infra/synthesis-thread.ts'));
  started.unref();
  return started;
}

/** In a thread that has loaded aws-cdk-lib once: 2 s, where a synthesis takes 0.5 s. */
function inThread(context: Record<string, unknown>, outdir: string): void {
  kept[thread] ??= startThread();
  const worker = kept[thread] as Worker;
  const { port1, port2: answers } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  worker.postMessage({ context, outdir, done, answers } satisfies Synthesis, [answers]);
  if (Atomics.wait(done, 0, 0, 600_000) === 'timed-out') throw new Error('the synthesis did not end');
  const answer = receiveMessageOnPort(port1)?.message as Synthesized | undefined;
  port1.close();
  if (answer?.error !== undefined) throw new Error(answer.error);
}

/** Renamed when complete: two workers may synthesize the same at the same time. */
function synthesizeInto(folder: string, context: Record<string, string>): void {
  ensureBundles();
  const unfinished = `${folder}-${process.pid}`;
  inThread(withDefaults(context), unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The bundles are the template's assets: built once, by the first test that needs them. */
export function ensureBundles(): void {
  const built = Object.keys(functions).every((name) => existsSync(`.build/meta/${name}.json`));
  if (!built) execFileSync(process.execPath, ['infra/build.ts'], { stdio: 'pipe' });
}

/** Resources of one type by their logical id. */
export function resourcesOf(template: Template, type: string): Record<string, Resource> {
  return Object.fromEntries(Object.entries(template.Resources).filter(([, { Type }]) => Type === type));
}

/** The properties of each resource of one type. */
export function propertiesOf(template: Template, type: string): Resource['Properties'][] {
  return Object.values(resourcesOf(template, type)).map(({ Properties }) => Properties);
}

/** The one resource of its type. */
export function only(template: Template, type: string): Resource {
  const found = Object.values(resourcesOf(template, type));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} resources of ${type}`);
  return found[0];
}

/** The resource that a value is taken from, be it a part of its name or ARN. */
export function refOf(value: unknown): string {
  return /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(value) ?? '')?.[1] ?? '';
}

/** The Lambda of `functions/<name>`, with its logical id. */
export function lambda(template: Template, name: string): Resource & { id: string } {
  const pattern = new RegExp(`^${name.replaceAll('-', '')}[0-9A-F]{8}$`);
  const found = Object.entries(resourcesOf(template, 'AWS::Lambda::Function')).find(([id]) =>
    pattern.test(id),
  );
  if (!found) throw new Error(`no function ${name}`);
  return { id: found[0], ...found[1] };
}

export type Statement = { Effect: string; Action: string[]; Resource: unknown[]; Condition?: object };

/** What the role of a function may do, but for writing its log. */
export function statementsOf(template: Template, name: string): Statement[] {
  return statementsOfRole(template, lambda(template, name).Properties.Role['Fn::GetAtt'][0]);
}

/** The role of the SMTP task, by its logical id. */
export function smtpRole(template: Template): [id: string, role: Resource] {
  const found = Object.entries(resourcesOf(template, 'AWS::IAM::Role')).find(([id]) =>
    id.startsWith('SmtpRole'),
  );
  if (!found) throw new Error('no role of the SMTP task');
  return found;
}

/** What a role may do, but for writing its log. */
export function statementsOfRole(template: Template, role: string): Statement[] {
  return propertiesOf(template, 'AWS::IAM::Policy')
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .map((one) => ({ ...one, Action: [one.Action].flat(), Resource: [one.Resource ?? []].flat() }))
    .filter(({ Action }) => !Action.every((action: string) => action.startsWith('logs:')));
}
