/** Whether a text can be the name of a header field: a token (RFC 9110 5.1). */
export const isFieldName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
