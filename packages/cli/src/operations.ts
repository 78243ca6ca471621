import document from '../../../docs/openapi.json' with { type: 'json' };
import type { ApiDocument } from '../../api-types/document.ts';
import { groupsOf, operationsOf } from './operations/derive.ts';

/**
 * The API's operations as commands. The published package contains only this result, about 50 KB, instead of
 * the whole document.
 */
export const operations = operationsOf(document as unknown as ApiDocument);

/** The description of each command group. */
export const groups = groupsOf(document as unknown as ApiDocument);
