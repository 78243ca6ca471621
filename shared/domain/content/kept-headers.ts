import { trimBlanks } from '../../core/characters.ts';
import { guessText } from '../../mail/mime/charset.ts';

/** Values of whole header fields by name, unfolded. Encoded words stay as they are. */
export function keptHeaders(fields: string): Record<string, string> {
  const lines = fields.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
  const entries = lines
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), trimBlanks(guessText(Buffer.from(line.slice(colon + 1), 'latin1')))];
    });
  return Object.fromEntries(entries);
}
