import { type AwsApi, xmlTexts } from './aws-api.ts';

/**
 * Plays ECS, which lends the SMTP task its role: temporary credentials, as variables of the SDK. ECS alone may assume the
 * role, so the account that plays it is let in first.
 */
export async function lendTaskRole(aws: AwsApi, roleArn: string): Promise<Record<string, string>> {
  const account = roleArn.split(':')[4];
  const Principal = { AWS: `arn:aws:iam::${account}:root` };
  await aws.query('iam', {
    Action: 'UpdateAssumeRolePolicy',
    Version: '2010-05-08',
    RoleName: roleArn.split('/').at(-1) ?? '',
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal }],
    }),
  });
  const xml = await aws.query('sts', {
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'smtp-task',
  });
  const text = (tag: string) => xmlTexts(xml, tag)[0] ?? '';
  return {
    AWS_ACCESS_KEY_ID: text('AccessKeyId'),
    AWS_SECRET_ACCESS_KEY: text('SecretAccessKey'),
    AWS_SESSION_TOKEN: text('SessionToken'),
  };
}
