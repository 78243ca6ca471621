import { privateLines } from './log.ts';

/** For `setupFilesAfterEnv`. Fails a test in which the product logs a key, address, token, or subject (D81). */
afterEach(() => expect(privateLines.splice(0)).toEqual([]));
