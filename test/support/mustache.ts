import { createRequire } from 'node:module';

type Mustache = { render: (template: string, view: object) => string };

/** The mustache engine, which has no types. */
const mustache = createRequire(import.meta.url)('mustache') as Mustache;

export const renderMustache = (template: string, view: object): string => mustache.render(template, view);
