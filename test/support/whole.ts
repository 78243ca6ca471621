/** Slow tests that `npm test` skips. They run before a change lands (`.ci/run`) and in `npm run check -- whole`. */
export const isWhole = Boolean(process.env.LANDING || process.env.WHOLE);

/** How many cases a test tries: a tenth, or the given number, in `npm test`, and all in `npm run check -- whole`. */
export const cases = (all: number, here = Math.ceil(all / 10)): number => (process.env.WHOLE ? all : here);
