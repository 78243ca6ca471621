const idCharacters = 8;

/** The first letters and digits of a source id, without SendGrid's `d-` (M42). */
export const shortId = (source_id: string, length = idCharacters): string =>
  source_id
    .replace(/^d-/, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
    .toLowerCase();

/** Text of a provider's field; "" and what is no text are none (M43). */
export const partOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
