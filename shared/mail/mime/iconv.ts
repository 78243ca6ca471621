import { decode, encodingExists } from 'iconv-lite';
import { useOtherDecoder } from './charset.ts';

/**
 * Labels to look up: a name that starts with a letter, or three digits. iconv-lite ignores other characters
 * in a label, and reads numbers as code pages.
 */
const form = /^(?:[a-z][\w-]{1,40}|\d{3})$/;

/** iconv-lite's names for raw octets and seven bits, which say nothing about octets above 127. */
const notText =
  /^(?:binary|hex|base64|us|cn|jp|(?:(?:cs|us)?ascii|ansi|iso-?ir|iso[-_]?646|(?:cp|ibm)-?367).*)$/;

/** Max octets of UTF-7 text to decode, because iconv-lite takes 1 s for 3 MB of short shifts. */
const maxUtf7 = 1024 * 1024;

/** IBM's own names have five digits. */
const nameOf = (label: string) => label.replace(/^(?:ccsid|ibm)00(?=\d{3}$)/, 'ibm');

useOtherDecoder((label, bytes) => {
  const name = nameOf(label);
  if (!form.test(name) || notText.test(name) || !encodingExists(name)) return null;
  if (/utf-?7/.test(name) && bytes.length > maxUtf7) return null;
  return decode(Buffer.from(bytes), name);
});
