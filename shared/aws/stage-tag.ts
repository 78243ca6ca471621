/** The tag for the deployment an identity belongs to. Its functions can send only with these identities. */
export const stageTag = 'mailwright-stage';
