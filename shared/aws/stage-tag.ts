/** The tag that names the deployment an identity belongs to: what its functions may send as (P20). */
export const stageTag = 'mailwright-stage';
