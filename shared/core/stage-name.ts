/**
 * Whether a deployment can have this name: 1-20 of a-z, 0-9 and "-", beginning with a letter. One that ends in "-smtp"
 * would have the name of another stage's SMTP stack.
 */
export const isStageName = (name: string): boolean =>
  /^[a-z][a-z0-9-]{0,19}$/.test(name) && !name.endsWith('-smtp');
