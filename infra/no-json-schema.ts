import type { Plugin } from 'esbuild';

const stub = `
const unavailable = () => { throw new Error('JSON Schema is made at build time (npm run openapi)'); };
export const createToJSONSchemaMethod = () => unavailable;
export const createStandardJSONSchemaMethod = () => unavailable;
export const [toJSONSchema, initializeContext, processSchema, extractDefs, finalize, handleUnrepresentable] =
  Array(6).fill(unavailable);
export const allProcessors = {};
`;

/**
 * Leaves zod's JSON Schema writer out of the functions (17 KB): every schema carries a method for it, and only
 * the OpenAPI document, which is made at build time, calls one.
 */
export const noJsonSchema: Plugin = {
  name: 'no-json-schema',
  setup: ({ onLoad }) => {
    onLoad({ filter: /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ }, () => ({
      contents: stub,
      loader: 'js',
    }));
  },
};
