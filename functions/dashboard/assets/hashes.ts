import { hashOf } from './hash-of.ts';
import { scriptText, stylesText } from './sources.ts';

// The build puts constants in place of this file, so that pages load without the texts (infra/esbuild-plugins.ts).
export const stylesHash = hashOf(stylesText);
export const scriptHash = hashOf(scriptText);
