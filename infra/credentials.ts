import { fromEnv } from '@aws-sdk/credential-provider-env';

/** For `@aws-sdk/credential-provider-node` in Lambda bundles: keys are in the environment, the chain of files, SSO and metadata is dead weight (130 KB). */
export const defaultProvider = fromEnv;
