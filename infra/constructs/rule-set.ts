/** SES has one active rule set in an account and region, which `npm run deploy` chooses: CloudFormation cannot. */
export const ruleSetName = ({ stage }: { stage: string }): string => `mailwright-${stage}`;

export const ruleName = 'receive';
