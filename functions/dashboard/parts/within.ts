/** Whether a path equals `outer` or is nested in it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}[`) || path.startsWith(`${outer}.`);
