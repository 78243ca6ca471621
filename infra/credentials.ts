import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces `@aws-sdk/credential-provider-node` in every Lambda bundle. The runtime has its role's keys in the
 * environment, so the chain of files, SSO, and metadata is dead weight (37 KB, and 500 KB on demand).
 */
export const defaultProvider = fromEnv;
