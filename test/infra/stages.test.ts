import { readFileSync } from 'node:fs';
import { configOf, production, type Resource, synthesize } from './templates.ts';

type Statement = { Resource?: unknown };

/** What CloudFormation fills in: pseudo parameters by values of their shape, a resource by a name that it can get. */
function textOf(value: unknown, stage: string): string {
  if (typeof value === 'string') return value;
  const { Ref, ...call } = value as { Ref?: string } & Record<string, unknown>;
  const [[name, of] = []] = Object.entries(call);
  if (name === 'Fn::Join')
    return (of as [string, unknown[]])[1].map((part) => textOf(part, stage)).join((of as [string])[0]);
  const pseudo = { 'AWS::Partition': 'aws', 'AWS::Region': '<REGION>', 'AWS::AccountId': '<ACCOUNT>' };
  if (Ref) return pseudo[Ref as keyof typeof pseudo] ?? `mailwright-${stage}-${Ref}-A1B2`;
  if (name === 'Fn::GetAtt')
    return `arn:aws:x:<REGION>:<ACCOUNT>:mailwright-${stage}-${(of as [string])[0]}-A1B2`;
  return JSON.stringify(value);
}

const list = (value: unknown): unknown[] => [value].flat();

const resourcesOf = (stage: string): [string, Resource][] =>
  ['Core', 'Smtp'].flatMap((stack) => Object.entries(synthesize({ ...production, stage }, stack).Resources));

/** Every statement of every policy in the templates of a stage, and in docs/operations/rights.md. */
function statementsOf(stage: string): Statement[] {
  const found: Statement[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const { Statement } = value as { Statement?: Statement | Statement[] };
    if (Statement) found.push(...[Statement].flat());
    Object.values(value).forEach(visit);
  };
  visit(resourcesOf(stage));
  for (const [, text = ''] of readFileSync('docs/operations/rights.md', 'utf8').matchAll(
    /```json [\w-]+\n(.*?)\n```/gs,
  ))
    if (text.includes('<STAGE>')) visit(JSON.parse(text.replaceAll('<STAGE>', stage)));
  return found;
}

/** Every name that a stage's resources have or can get, in small letters too: CloudFormation makes those of buckets so. */
function namesOf(stage: string): string[] {
  const stacks = [`mailwright-${stage}`, `mailwright-${stage}-smtp`];
  const made = resourcesOf(stage).flatMap(([id]) => stacks.map((stack) => `${stack}-${id}-A1B2`));
  const given = resourcesOf(stage).flatMap(([, { Properties }]) =>
    [...JSON.stringify(Properties ?? {}).matchAll(/"(mailwright[/-][\w/-]+)"/g)].map(([, name = '']) => name),
  );
  const names = [...stacks, ...made, ...given, `mailwright/${stage}/context`, `mailwright-${stage}-restored`];
  return [...new Set(names.flatMap((name) => [name, name.toLowerCase()]))].filter((name) =>
    name.includes(stage),
  );
}

/** The patterns of a stage that name something of it. */
const patternsOf = (stage: string) => {
  const all = statementsOf(stage).flatMap(({ Resource }) => list(Resource ?? []));
  const texts = new Set(all.map((resource) => textOf(resource, stage)));
  return [...texts].filter((text) => text.includes(stage) && text.includes('*'));
};

/** IAM's `*` is any run of characters, delimiters too. */
const toRegex = (pattern: string) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

function reached(stage: string, names: string[]): string[] {
  return patternsOf(stage).flatMap((pattern) => {
    const prefix = pattern.slice(0, pattern.indexOf('mailwright'));
    const regex = toRegex(pattern);
    return names.filter((name) => regex.test(`${prefix}${name}`) || regex.test(`${prefix}${name}/any`));
  });
}

test.each(['dev2', 'devdev'])('no right of stage dev reaches a resource of stage %s [P40]', (other) => {
  const names = namesOf(other);
  expect(names.length).toBeGreaterThan(300);
  expect(reached('dev', names)).toEqual([]);
  expect(new Set(reached('dev', namesOf('dev'))).size).toBeGreaterThan(300);
});

test('no stage has a "-", behind which patterns of another could end [P40]', () => {
  for (const stage of ['dev-2', 'dev-smtp', 'dev-'])
    expect(() => configOf({ stage })).toThrow('context stage: ');
  expect(reached('dev', ['mailwright-dev-2-Table-A1B2'])).toContain('mailwright-dev-2-Table-A1B2');
});
