/** Before a change lands (`.ci/run`) and in `npm run check -- whole`: what takes long and `npm test` leaves out. */
export const isWhole = Boolean(process.env.LANDING || process.env.WHOLE);

/** How many cases a test tries: a tenth of them, or as many as named, in `npm test`; all in `npm run check -- whole`. */
export const cases = (all: number, here = Math.ceil(all / 10)): number => (process.env.WHOLE ? all : here);
