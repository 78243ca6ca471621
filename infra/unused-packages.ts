import type { Plugin } from 'esbuild';

/** CommonJS packages that do nothing but export. */
const exportOnly = /^ipaddr\.js$/;

/** Leaves such a package out where nothing that it exports is used; esbuild keeps a CommonJS package that is imported. */
export const unusedPackages: Plugin = {
  name: 'unused-packages',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: exportOnly }, async ({ path, pluginData, ...place }) => {
      if (pluginData === exportOnly) return undefined;
      const { importer, namespace, resolveDir, kind } = place;
      const options = { importer, namespace, resolveDir, kind, pluginData: exportOnly };
      return { ...(await resolve(path, options)), sideEffects: false };
    });
  },
};
