export const csvType = 'text/csv; charset=utf-8';

/**
 * A cell that no spreadsheet evaluates: `=1+1` becomes `'=1+1`, and `'=1+1` gets another `'`, so no two
 * values share a cell (Q30, H37).
 */
function cell(value: string | null): string {
  const text = value ?? '';
  const plain = /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export const uncell = (text: string): string => text.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '');

export const csvLine = (values: (string | null)[]): string => `${values.map(cell).join(',')}\r\n`;
