import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { FunctionSpec, ObjectAction } from '../function-spec.ts';

/**
 * Actions on the table and its indexes. An action with a list is limited to partition keys with those
 * prefixes.
 */
export function tableStatements(rights: FunctionSpec['table'], table: ITable): PolicyStatement[] {
  const listed = Array.isArray(rights)
    ? rights.map((action) => [action, null] as const)
    : Object.entries(rights);
  return listed.map(([named, items]) => {
    const [action, index] = named.split(':');
    return new PolicyStatement({
      actions: [`dynamodb:${action}`],
      resources: [index ? `${table.tableArn}/index/${index}` : table.tableArn],
      ...(items && {
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': items.flatMap(keysOf) } },
      }),
    });
  });
}

/** The patterns for a prefix. For `ADR`, they are the key itself and every key that starts with `ADR#`. */
const keysOf = (begin: string) => [begin, `${begin}#*`];

const objectActions: Record<ObjectAction, string> = {
  get: 's3:GetObject',
  put: 's3:PutObject',
  delete: 's3:DeleteObject',
};

export function objectStatements(
  rights: NonNullable<FunctionSpec['objects']>,
  bodies: Bucket,
): PolicyStatement[] {
  const pairs = Object.entries(rights).flatMap(([prefix, actions]) =>
    actions.map((action) => [action, prefix] as const),
  );
  const byAction = [...Map.groupBy(pairs, ([action]) => action)].map(
    ([action, found]) =>
      new PolicyStatement({
        actions: [objectActions[action]],
        resources: found.map(([, prefix]) => bodies.arnForObjects(`${prefix}/*`)),
      }),
  );
  // With this permission, a missing object returns 404 NoSuchKey. Without it, S3 returns 403, as for a wrong key.
  const list = new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bodies.bucketArn] });
  return pairs.some(([action]) => action === 'get') ? [...byAction, list] : byAction;
}
