import type { SightingStore } from '../domain/ports/doctor.ts';
import { retention_s } from './retention.ts';
import { keys, ttlAfter } from './schema.ts';
import type { Table } from './table.ts';

export function sightingStore(table: Table): SightingStore {
  return {
    add: (id, at) =>
      table.put({ ...keys.sighting(id), et: 'sighting', at, ttl: ttlAfter(at, retention_s.sighting) }),
    has: async (id) => (await table.get(keys.sighting(id), { consistent: true })) !== null,
  };
}
