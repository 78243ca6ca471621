import type { Definition } from '../../shared/core/records/automations.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { automationStore } from '../../shared/store/automations.ts';
import type { Objects } from '../../shared/store/objects.ts';
import { testTable } from '../support/table.ts';

const runtime = systemRuntime();

const small = () => Promise.reject(new Error('everything fits an item'));
const objects: Objects = { put: small, get: small, remove: small };

const shapes: [what: string, count: number, body: () => unknown[]][] = [
  ['100 long texts', 100, () => ['x'.repeat(250_000)]],
  ['10 bodies of small objects', 10, () => Array.from({ length: 80_000 }, () => ({}))],
];

test.each(shapes)(
  'of %s a process keeps the last, and reads the first again [U67]',
  async (_, count, body) => {
    const table = testTable();
    let reads = 0;
    const get: typeof table.get = (...asked) => {
      reads++;
      return table.get(...asked);
    };
    const store = automationStore({ ...table, get }, objects, runtime);
    const webhook = { type: 'webhook', url: 'https://a.example/', body: body() };
    const definition = { trigger: { event: 'a' }, steps: [webhook] } as unknown as Definition;
    const owner = { account: runtime.id('acc'), id: runtime.id('aut') };
    const kept: { revision: string; place: 'item' | 'object' }[] = [];
    for (let i = 0; i < count; i++) {
      const revision = runtime.id('aut');
      const place = await store.putDefinition(owner.account, owner.id, revision, definition);
      kept.push({ revision, place });
    }
    const readsFor = async (at: number) => {
      const before = reads;
      expect(
        await store.readDefinition({ ...owner, ...(kept.at(at) as (typeof kept)[number]) }),
      ).not.toBeNull();
      return reads - before;
    };
    expect([await readsFor(-1), await readsFor(0), await readsFor(0)]).toEqual([0, 1, 0]);
  },
);
