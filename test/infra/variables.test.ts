import { maxNewStage } from '../../shared/core/stage-name.ts';
import { production, propertiesOf, synthesize, type Template } from './templates.ts';

/** All variables of a function have 4 KB together: a deploy fails beyond it. */
const limit_bytes = 4096;

/** The longest names that a stage and a region have. */
const [stage, region] = ['a'.repeat(20), 'ap-southeast-2'];

/** Bytes of the name that CloudFormation gives a resource, before it is shortened. */
const wholeNameOf = (id: string, stage: string) => `mailwright-${stage}-${id}-`.length + 12;

const nameOf = (id: string, most: number) => Math.min(most, wholeNameOf(id, stage));

/** How long a value is once it is deployed, at most. */
function lengthOf(template: Template, value: unknown): number {
  if (typeof value === 'string') return value.length;
  const { Ref, 'Fn::GetAtt': att, 'Fn::Join': join } = value as Record<string, unknown>;
  if (join !== undefined) {
    const [between, parts] = join as [string, unknown[]];
    return parts.reduce<number>((sum, part) => sum + lengthOf(template, part) + between.length, 0);
  }
  const [id = ''] = [att ?? Ref].flat() as string[];
  if (id.startsWith('AWS::')) return region.length;
  const type = template.Resources[id]?.Type ?? '';
  if (type === 'AWS::KMS::Key') return `arn:aws:kms:${region}:123456789012:key/`.length + 36;
  if (type === 'AWS::SQS::Queue')
    return `https://sqs.${region}.amazonaws.com/123456789012/`.length + nameOf(id, 80);
  return (att ? 'arn:aws:iam::123456789012:role/'.length : 0) + nameOf(id, 64);
}

test('the variables of every function fit, with the longest names of stage and region and a provider to sign in', () => {
  const template = synthesize({ ...production, stage });
  const sizes = propertiesOf(template, 'AWS::Lambda::Function').map(({ Environment }) =>
    Object.entries(Environment.Variables).reduce(
      (sum, [name, value]) => sum + name.length + lengthOf(template, value),
      0,
    ),
  );
  expect(sizes.length).toBeGreaterThan(20);
  expect(Math.max(...sizes)).toBeLessThan(limit_bytes);
  // What settings of the operator may still take.
  expect(limit_bytes - Math.max(...sizes)).toBeGreaterThan(200);
});

/** The types whose names have 64 characters at most. */
const short = ['AWS::IAM::Role', 'AWS::Lambda::Function', 'AWS::Scheduler::ScheduleGroup'];

test('a new stage of the most characters is whole in the names of roles and functions [P40]', () => {
  const long = 'a'.repeat(maxNewStage);
  for (const stack of ['Core', 'Smtp']) {
    const { Resources } = synthesize(production, stack);
    const ids = Object.keys(Resources).filter((id) => short.includes(Resources[id]?.Type ?? ''));
    expect(ids.filter((id) => wholeNameOf(id, long) > 64)).toEqual([]);
  }
});
