import { randomUUID } from 'node:crypto';
import { readConfig } from '../../shared/aws/config.ts';
import { makeParts } from '../../shared/aws/parts.ts';
import type { Key } from '../../shared/store/schema.ts';
import type { Table } from '../../shared/store/table.ts';
import { environment } from './environment.ts';

/** The real table, for items that a deployment has only once. This caller's items have their own prefix. */
export function tableOfOwn(): Table {
  const { table } = makeParts({ config: readConfig(environment()) });
  const prefix = `TEST#${randomUUID()}#`;
  const own = ({ pk, sk }: Key): Key => ({ pk: prefix + pk, sk });
  return {
    ...table,
    get: (key, options) => table.get(own(key), options),
    put: (item, expression) => table.put({ ...item, ...own(item) }, expression),
    query: (query) => table.query({ ...query, pk: prefix + query.pk }),
    update: (key, expression, options) => table.update(own(key), expression, options),
  };
}
