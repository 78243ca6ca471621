/**
 * The text of an encoded word, up to its `?=`: it may have question marks, which some programs leave as they are, but no
 * `=?`, so that a search for words is linear.
 * @param not further characters that it must not have, as in a class of a pattern
 */
export const wordText = (not = ''): string => `(?:[^?=${not}]|=(?!\\?[^=])|\\?(?!=))*`;

/** An RFC 2047 word in a text: charset, encoding and text. */
export const encodedWord = new RegExp(`=\\?([^?\\s]*)\\?([BbQq])\\?(${wordText()})\\?=`, 'g');
