/** Whether a path is this one, or of a value in it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}[`) || path.startsWith(`${outer}.`);
