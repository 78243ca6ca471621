/** A phone number, as people write it, in E.164 form. Null if invalid. */
export function phoneNumber(written: string): string | null {
  const number = written.replace(/[ \-.()]/g, '');
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
}
