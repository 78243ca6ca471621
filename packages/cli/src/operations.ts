import document from '../../../docs/openapi.json' with { type: 'json' };
import type { ApiDocument } from '../../api-types/document.ts';
import { groupsOf, operationsOf } from './operations/derive.ts';

/** The API's operations as commands. In the published package this file is its result, about 50 KB in place of the document. */
export const operations = operationsOf(document as unknown as ApiDocument);

/** What each group of commands is about. */
export const groups = groupsOf(document as unknown as ApiDocument);
