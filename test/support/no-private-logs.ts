import { privateLines } from './log.ts';

/** For `setupFilesAfterEnv`: no key, address, token or subject is in any line that the product logs in a test (D81). */
afterEach(() => expect(privateLines.splice(0)).toEqual([]));
