/**
 * The text of an encoded word, up to its `?=`. It may contain question marks, which some programs leave
 * unencoded, but no `=?`, so that searching for words is linear.
 * @param not further characters it must not contain, as in a regex character class
 */
export const wordText = (not = ''): string => `(?:[^?=${not}]|=(?!\\?[^=])|\\?(?!=))*`;

/** An RFC 2047 word: charset, encoding, and text. */
export const encodedWord = new RegExp(`=\\?([^?\\s]*)\\?([BbQq])\\?(${wordText()})\\?=`, 'g');
