/** The tag that names the deployment an identity belongs to; its functions may send as these identities only (P20). */
export const stageTag = 'mailwright-stage';
