import openapi from '../../docs/openapi.json' with { type: 'json' };

/** docs/openapi.json, in its own file so that it loads only on request. */
export const document = openapi;
