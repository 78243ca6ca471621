import { CreateServiceLinkedRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import type { Finding } from './finding.ts';

const service = 'ecs.amazonaws.com';

/**
 * Creates the account's ECS service-linked role. CloudFormation creates it with the first cluster, too late
 * for that cluster's service. Returns null if the role existed already.
 */
export async function makeEcsRole(
  region: string,
  client = new IAMClient({ region }),
): Promise<Finding | null> {
  try {
    await client.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: service }));
    return { level: 'ok', text: 'created the ECS service-linked role for this account' };
  } catch (error) {
    const { message } = error as Error;
    if (/has been taken|EntityAlreadyExists/.test(String(error))) return null;
    return {
      level: 'warn',
      text: `couldn't check the ECS service-linked role: ${message}`,
      fix: `If deploying the relay fails because the role is missing, run aws iam create-service-linked-role --aws-service-name ${service}`,
    };
  }
}
