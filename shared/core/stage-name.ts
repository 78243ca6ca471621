/**
 * Whether a deployment can have this name: 1-20 of a-z and 0-9, beginning with a letter. Without "-": the policies of a
 * stage `dev` end in patterns like `mailwright-dev-*`, which would reach a stage `dev-2`.
 */
export const isStageName = (name: string): boolean => /^[a-z][a-z0-9]{0,19}$/.test(name);
