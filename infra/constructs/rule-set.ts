/**
 * SES has one active rule set per account and region; CloudFormation can't choose it, so `npm run deploy`
 * does.
 */
export const ruleSetName = ({ stage }: { stage: string }): string => `mailwright-${stage}`;

export const ruleName = 'receive';

/** The prefix under which SES writes; `shared/domain/receiving/accept-ses-mail.ts` reads only there. */
export const objectKeyPrefix = 'ses/';
