import type { Node } from 'constructs';
import { isProviderUrl } from '../shared/core/provider-url.ts';
import { oneOf, text } from './context.ts';

/** The provider that people sign in with (D9). */
export type Oidc = { issuer: string; clientId: string; secretArn: string };

export type SignIn = 'link' | 'oidc' | 'link,oidc';

/** `signIn`, `oidcIssuer`, `oidcClientId` and `oidcSecretArn`: the three of the provider go together. */
export function readSignIn(node: Node): { signIn: SignIn; oidc: Oidc | undefined } {
  const oidc = readOidc(node);
  const ways: [SignIn, ...SignIn[]] = oidc ? ['link,oidc', 'link', 'oidc'] : ['link', 'oidc', 'link,oidc'];
  const signIn = oneOf(node, 'signIn', ways);
  if (signIn !== 'link' && oidc === undefined)
    throw new Error(`context signIn=${signIn} needs oidcIssuer, oidcClientId and oidcSecretArn`);
  return { signIn, oidc };
}

function readOidc(node: Node): Oidc | undefined {
  const issuer = text(node, 'oidcIssuer');
  const clientId = text(node, 'oidcClientId');
  const secretArn = text(node, 'oidcSecretArn');
  if (issuer === undefined && clientId === undefined && secretArn === undefined) return undefined;
  if (issuer === undefined || !isProviderUrl(issuer))
    throw new Error(
      'context oidcIssuer: an https URL (http for this machine only), without user name and query',
    );
  if (clientId === undefined) throw new Error('context oidcClientId: the client id at the provider');
  if (secretArn === undefined || !secretArn.startsWith('arn:') || !secretArn.includes(':secretsmanager:'))
    throw new Error(
      'context oidcSecretArn: the ARN of a Secrets Manager secret whose text is the client secret',
    );
  return { issuer, clientId, secretArn };
}
