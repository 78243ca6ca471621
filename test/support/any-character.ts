import fc from 'fast-check';

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;
const character = (max: number) =>
  fc
    .integer({ min: 0, max })
    .filter((code) => !isSurrogate(code))
    .map((code) => String.fromCodePoint(code));

/** Any Unicode character, every second one ASCII. fast-check's own unit `binary` takes 0.5 s to create. */
export const anyCharacter = fc.oneof(character(0x7f), character(0x10ffff));
