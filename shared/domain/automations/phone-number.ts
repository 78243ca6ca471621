/** The E.164 form of a number as people write it; null when it is none. */
export function phoneNumber(written: string): string | null {
  const number = written.replace(/[ \-.()]/g, '');
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
}
