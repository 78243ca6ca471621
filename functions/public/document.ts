import openapi from '../../docs/openapi.json' with { type: 'json' };

/** docs/openapi.json, in a file of its own so that it loads when it is asked for. */
export const document = openapi;
