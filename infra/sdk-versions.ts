import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** The SDK's clients read their own version, and would bring the whole of their package.json: 2.4 KB each. */
export const sdkVersions: Plugin = {
  name: 'sdk-versions',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
