/**
 * Whether a deployment can have this name: 1-20 of a-z and 0-9, beginning with a letter. Without "-": the policies of a
 * stage `dev` end in patterns like `mailwright-dev-*`, which would reach a stage `dev-2`.
 */
export const isStageName = (name: string): boolean => /^[a-z][a-z0-9]{0,19}$/.test(name);

/**
 * The most characters of a stage that is new. CloudFormation shortens the stack's name where that of a role would have more
 * than 64: the policies of a longer stage would match no role of its own, or those of another one.
 */
export const longestNewStage = 13;
