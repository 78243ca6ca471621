import type { Plugin } from 'esbuild';

const stub = `
export const detectMimeType = () => 'application/octet-stream';
export const detectExtension = () => 'bin';
`;

/**
 * Leaves nodemailer's table of file types out of the functions (76 KB): every part that we compose names its type, and
 * every file its name, so that nothing is ever looked up.
 */
export const noMimeTypes: Plugin = {
  name: 'no-mime-types',
  setup: ({ onLoad }) => {
    onLoad({ filter: /nodemailer[\\/].*mime-funcs[\\/]mime-types\.js$/ }, () => ({
      contents: stub,
      loader: 'js',
    }));
  },
};
