/** A number in E.164, of one as people write it; null for what is none (U61). */
export function phoneNumber(written: string): string | null {
  const number = written.replace(/[ \-.()]/g, '');
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
}
