import { CreateServiceLinkedRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import type { Finding } from './ground.ts';

const service = 'ecs.amazonaws.com';

/**
 * Makes the role in which ECS acts in the account (P48). CloudFormation makes it with an account's first cluster, too
 * late for its own first service. null: the role existed before.
 */
export async function makeEcsRole(
  region: string,
  client = new IAMClient({ region }),
): Promise<Finding | null> {
  try {
    await client.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: service }));
    return { level: 'ok', text: 'the role of ECS is made, which this account lacked' };
  } catch (error) {
    const { message } = error as Error;
    if (/has been taken|EntityAlreadyExists/.test(String(error))) return null;
    return {
      level: 'warn',
      text: `whether this account has the role of ECS is unknown: ${message}`,
      fix: `Where the deploy of the relay fails by it: aws iam create-service-linked-role --aws-service-name ${service}`,
    };
  }
}
