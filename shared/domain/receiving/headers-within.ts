type Field = { name: string; value: string };

/** Octets of all fields as JSON (R51). */
const maxBytes = 256 * 1024;

/** The first fields that one record shows. */
export function headersWithin(fields: Field[]): { fields: Field[]; cut: boolean } {
  let bytes = 0;
  for (const [i, field] of fields.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(field));
    if (bytes > maxBytes) return { fields: fields.slice(0, i), cut: true };
  }
  return { fields, cut: false };
}
