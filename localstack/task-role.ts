import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { type AwsApi, clientOf } from './aws-api.ts';

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
  const asTask = new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'smtp-task' });
  const { Credentials } = await new STSClient(clientOf(aws)).send(asTask);
  return {
    AWS_ACCESS_KEY_ID: Credentials?.AccessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: Credentials?.SecretAccessKey ?? '',
    AWS_SESSION_TOKEN: Credentials?.SessionToken ?? '',
  };
}
