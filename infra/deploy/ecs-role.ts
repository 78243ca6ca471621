import { type AwsVariables, readAwsVariables } from '../../shared/aws/config.ts';
import { shellCredentials } from '../../shared/aws/shell-credentials.ts';
import { createSigner, timeOfRequest } from '../../shared/aws/signed/sign.ts';
import type { Finding } from './ground.ts';

const service = 'ecs.amazonaws.com';

/** IAM is one service for all regions of a partition, which is signed for in one of them. */
function iamOf(region: string, { AWS_ENDPOINT_URL: own }: AwsVariables): { url: URL; region: string } {
  if (own !== undefined) return { url: new URL(own), region: 'us-east-1' };
  if (region.startsWith('cn-'))
    return { url: new URL('https://iam.cn-north-1.amazonaws.com.cn'), region: 'cn-north-1' };
  if (region.startsWith('us-gov-'))
    return { url: new URL('https://iam.us-gov.amazonaws.com'), region: 'us-gov-west-1' };
  return { url: new URL('https://iam.amazonaws.com'), region: 'us-east-1' };
}

/** IAM's answer to one call of its Query API. No package of ours has a client of IAM. */
async function askIam(region: string, variables: AwsVariables, parameters: Record<string, string>) {
  const iam = iamOf(region, variables);
  const keys = await shellCredentials(region)();
  const time = timeOfRequest(Date.now());
  const body = String(new URLSearchParams({ ...parameters, Version: '2010-05-08' }));
  const headers: (readonly [string, string])[] = [
    ['content-type', 'application/x-www-form-urlencoded; charset=utf-8'],
    ['host', iam.url.host],
    ['x-amz-date', time],
    ...(keys.sessionToken === undefined ? [] : [['x-amz-security-token', keys.sessionToken] as const]),
  ];
  const sign = createSigner({ region: iam.region, service: 'iam' });
  const authorization = sign({ method: 'POST', headers, body }, keys, time);
  const answer = await fetch(iam.url, {
    method: 'POST',
    headers: Object.fromEntries([...headers, ['authorization', authorization]]),
    body,
    signal: AbortSignal.timeout(20_000),
  });
  return { status: answer.status, text: await answer.text() };
}

/**
 * Makes the role in which ECS acts in the account (P48). CloudFormation makes it with an account's first cluster, too
 * late for its own first service. null: the role existed before.
 */
export async function makeEcsRole(
  region: string,
  variables: AwsVariables = readAwsVariables(),
): Promise<Finding | null> {
  const asked = { Action: 'CreateServiceLinkedRole', AWSServiceName: service };
  const { status, text } = await askIam(region, variables, asked).catch((error: Error) => ({
    status: 0,
    text: error.message,
  }));
  if (status === 200) return { level: 'ok', text: 'the role of ECS is made, which this account lacked' };
  if (/has been taken|EntityAlreadyExists/.test(text)) return null;
  const [, why = text.slice(0, 200)] = /<Message>([^<]*)/.exec(text) ?? [];
  return {
    level: 'warn',
    text: `whether this account has the role of ECS is unknown: ${why}`,
    fix: `Where the deploy of the relay fails by it: aws iam create-service-linked-role --aws-service-name ${service}`,
  };
}
