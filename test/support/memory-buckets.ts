import type { Runtime } from '../../shared/core/runtime.ts';
import type { Key } from '../../shared/store/schema.ts';
import { ConditionFailed, type Item, type Table } from '../../shared/store/table.ts';

type Values = Record<string, unknown>;

/** One comparison of a condition on `tat`, the only attribute that buckets compare. */
function holds(part: string, item: Item | null, values: Values): boolean {
  if (part === 'attribute_not_exists(tat)') return item?.tat === undefined;
  const [, operator, name = ''] = /^tat (<=|>|=) (:\w+)$/.exec(part) ?? [];
  if (operator === undefined) throw new Error(`a condition that buckets do not make: ${part}`);
  if (item?.tat === undefined) return false;
  const [stored, given] = [Number(item.tat), Number(values[name])];
  return operator === '<=' ? stored <= given : operator === '>' ? stored > given : stored === given;
}

const conditionHolds = (condition: string, item: Item | null, values: Values) =>
  condition.split(' OR ').some((all) => all.split(' AND ').every((part) => holds(part, item, values)));

/** The items of token buckets in memory, each call as late as DynamoDB answers. */
export function memoryBuckets(runtime: Runtime, answer_ms: number): Table {
  const items = new Map<string, Item>();
  const update = async ({ pk, sk }: Key, named: string, { condition = '', values = {} } = {}) => {
    await runtime.sleep(answer_ms);
    const expression = named.replaceAll('#', '');
    const name = `${pk} ${sk}`;
    const stored = items.get(name) ?? null;
    if (!conditionHolds(condition.replaceAll('#', ''), stored, values as Values))
      throw new ConditionFailed(stored);
    const [, by] = /^SET tat = tat \+ (:\w+)/.exec(expression) ?? [];
    const [, to] = /^SET tat = (:\w+)/.exec(expression) ?? [];
    const given = values as Values;
    const tat = by === undefined ? Number(given[to ?? '']) : Number(stored?.tat) + Number(given[by]);
    const item = { pk, sk, tat };
    items.set(name, item);
    return item;
  };
  return { update } as unknown as Table;
}
