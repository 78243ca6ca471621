import { readFile } from 'node:fs/promises';
import type { AwsVariables } from '../config.ts';
import { type CredentialsOf, refreshed } from './refreshed.ts';
import type { Credentials } from './sign.ts';

const attempts = 3;

type Answered = { AccessKeyId: string; SecretAccessKey: string; Token: string; Expiration: string };

/** As in the SDK: https, or a host of this machine. */
function endpointOf(variables: AwsVariables): URL | null {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } =
    variables;
  if (relative !== undefined) return new URL(relative, 'http://169.254.170.2');
  if (full === undefined) return null;
  const url = new URL(full);
  const own = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|169\.254\.170\.(?:2|23)|\[fd00:ec2::23\])$/;
  if (url.protocol === 'https:' || own.test(url.hostname)) return url;
  throw new Error('AWS_CONTAINER_CREDENTIALS_FULL_URI is neither https nor of this machine');
}

async function tokenOf(variables: AwsVariables): Promise<string | undefined> {
  const file = variables.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  return file === undefined ? variables.AWS_CONTAINER_AUTHORIZATION_TOKEN : readFile(file, 'utf8');
}

async function fetchOnce(url: URL, variables: AwsVariables): Promise<Credentials> {
  const token = await tokenOf(variables);
  const headers = { accept: 'application/json', ...(token !== undefined && { authorization: token.trim() }) };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(1_000) });
  if (!response.ok) throw new Error(`the container's credentials: HTTP ${response.status}`);
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = (await response.json()) as Answered;
  const expiration = new Date(Expiration);
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token, expiration };
}

const fetchCredentials = (url: URL, variables: AwsVariables, left = attempts): Promise<Credentials> =>
  fetchOnce(url, variables).catch((error) => {
    if (left <= 1) throw error;
    return fetchCredentials(url, variables, left - 1);
  });

/** The keys in the environment, as Lambda sets them; else those of the container's role. */
export function standardCredentials(variables: AwsVariables, now: () => number): CredentialsOf {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const credentials = { accessKeyId, secretAccessKey, sessionToken: variables.AWS_SESSION_TOKEN };
    return () => credentials;
  }
  const url = endpointOf(variables);
  if (url !== null) return refreshed(() => fetchCredentials(url, variables), now);
  return () => {
    throw new Error('no AWS credentials: neither keys in the environment nor a container with a role');
  };
}
