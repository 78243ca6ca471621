/** The tag that names the deployment an identity belongs to; its functions may send as these identities only. */
export const stageTag = 'mailwright-stage';
