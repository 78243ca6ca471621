import type { Plugin } from 'esbuild';

/**
 * Gives the functions `node:http` as Node's own code gets it. An import of it reads every property of the module, and that
 * of `WebSocket` loads all of undici, which nothing of ours uses: 16 to 20 ms of CPU.
 */
export const plainHttp: Plugin = {
  name: 'plain-http',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:)?http$/ }, () => ({ path: 'node:http', namespace: 'plain-http' }));
    onLoad({ filter: /.*/, namespace: 'plain-http' }, () => ({
      contents: "module.exports = process.getBuiltinModule('node:http');",
      loader: 'js',
    }));
  },
};
