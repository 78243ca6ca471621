/** A key as one text; its length keeps pairs apart whose parts only together are the same. */
export const keyText = ({ pk, sk }: Record<string, unknown>): string => `${String(pk).length} ${pk}${sk}`;
