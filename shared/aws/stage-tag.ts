/** The tag for the deployment an identity belongs to; its functions can send only with these identities. */
export const stageTag = 'mailwright-stage';
