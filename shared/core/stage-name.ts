/** 1-20 of a-z and 0-9, first a letter. Without "-": the policies' `mailwright-dev-*` would reach a stage `dev-2`. */
export const isStageName = (name: string): boolean => /^[a-z][a-z0-9]{0,19}$/.test(name);
