/** SES has one active rule set in an account and region, which `npm run deploy` chooses: CloudFormation cannot. */
export const ruleSetName = ({ stage }: { stage: string }): string => `mailwright-${stage}`;

export const ruleName = 'receive';

/** The prefix under which SES writes; `shared/domain/receiving/accept-ses-mail.ts` reads there and nowhere else. */
export const objectKeyPrefix = 'ses/';
