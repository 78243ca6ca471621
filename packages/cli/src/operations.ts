import document from '../../../docs/openapi.json' with { type: 'json' };
import { groupsOf, operationsOf } from './operations/derive.ts';
import type { ApiDocument } from './operations/document.ts';

/** The API's operations as commands. In the published package this file is its result, about 50 KB in place of the document. */
export const operations = operationsOf(document as unknown as ApiDocument);

/** What each group of commands is about. */
export const groups = groupsOf(document as unknown as ApiDocument);
