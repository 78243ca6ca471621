/** A key as one text. The length of `pk` tells pairs whose joined texts are equal from each other. */
export const keyText = ({ pk, sk }: Record<string, unknown>): string => `${String(pk).length} ${pk}${sk}`;
