import type { Plugin } from 'esbuild';

/** What each module is in a function, by the end of its path in `@smithy/core`. */
const stubs: Record<string, string> = {
  // Node always has both hashes.
  'checksum/sha256/Sha256Js': 'export class Sha256Js {}',
  'checksum/md5/Md5Js': 'export class Md5Js {}',
  // The runtime says the region in the environment; there is no instance to ask.
  'config-resolver/regionConfig/getInstanceMetadataRegion':
    'export const getInstanceMetadataRegion = async () => undefined;',
  // A function has no home folder with a profile.
  'shared-ini-file-loader/loadSharedConfigFiles':
    "export const CONFIG_PREFIX_SEPARATOR = '.';" +
    'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });',
};

/**
 * Leaves out of the functions what the SDK does on machines that are no Lambda: hashes in JavaScript, the profile files,
 * the metadata of an instance (10 KB, and two reads of files that are not there).
 */
export const noSdkFallbacks: Plugin = {
  name: 'no-sdk-fallbacks',
  setup: ({ onLoad }) => {
    for (const [path, contents] of Object.entries(stubs)) {
      const filter = new RegExp(`@smithy/core/dist-es/.*/${path}\\.js$`);
      onLoad({ filter }, () => ({ contents, loader: 'js' }));
    }
  },
};
