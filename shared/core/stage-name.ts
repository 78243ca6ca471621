/**
 * Whether a deployment can have this name: 1-20 of a-z and 0-9, starting with a letter. No "-", because the
 * policy pattern `mailwright-dev-*` of a stage `dev` would match a stage `dev-2`.
 */
export const isStageName = (name: string): boolean => /^[a-z][a-z0-9]{0,19}$/.test(name);

/**
 * The maximum length of a new stage's name. CloudFormation shortens role names above 64 characters, so the
 * policies of a stage with a longer name would match none of its roles, or another stage's roles.
 */
export const maxNewStage = 13;
