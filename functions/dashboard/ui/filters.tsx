import { byName } from '../../../shared/core/by-name.ts';
import { type Child, type Html, outside } from '../../../shared/http/html.ts';
import { boundOf, inField } from '../parts/date-fields.ts';
import { time } from '../parts/parts.tsx';
import { Button, Icon } from './elements.tsx';
import { Field, type NameKind, type PageList } from './field.tsx';
import { linkWith } from './tabs.tsx';

export type Filter = {
  name: string;
  label: string;
  values?: readonly string[];
  /** The list of names that it suggests. */
  names?: NameKind | PageList;
};

/** Whether a filter's field contains a time. */
const isTime = (name: string): name is 'since' | 'until' => name === 'since' || name === 'until';

type FiltersContent = {
  path: string;
  search: URLSearchParams;
  filters: readonly Filter[];
  /** What the search field matches. Without it, the list has no search field. */
  find?: string | undefined;
};

/** Periods ending now, in hours. A link with a period redirects to one with its start time. */
export const periods: Record<string, { label: string; hours: number }> = {
  '24h': { label: 'Last 24 hours', hours: 24 },
  '7d': { label: 'Last 7 days', hours: 7 * 24 },
  '30d': { label: 'Last 30 days', hours: 30 * 24 },
  '90d': { label: 'Last 90 days', hours: 90 * 24 },
};

/**
 * A list's filters, as a form that builds the list's URL: a search field, the other filters folded, and the
 * active ones.
 */
export function Filters({ path, search, filters, find }: FiltersContent): Html {
  const used = filters.filter(({ name }) => search.get(name));
  return (
    <form class="filters" method="get" action={path}>
      {find && (
        <div class="search">
          <Icon name="search" />
          <label class="unseen" for="find">
            {find}
          </label>
          <input id="find" name="find" type="search" placeholder={find} autocomplete="off" />
        </div>
      )}
      <details class="more">
        <summary>
          <Icon name="filter" />
          Filters
        </summary>
        <div class="panel">
          {filters.some(({ name }) => isTime(name)) && <Period search={search} />}
          {filters.map((filter) => (
            <FilterField filter={filter} search={search} />
          ))}
          <FilterField filter={rows} search={search} />
          <Button label="Filter" />
        </div>
      </details>
      <Chips path={path} search={search} filters={used} />
    </form>
  );
}

const rows: Filter = { name: 'limit', label: 'Rows', values: ['25', '50', '100'] };

function Period({ search }: { search: URLSearchParams }): Html {
  const isCustom = search.get('since') || search.get('until');
  const none = ['', isCustom ? 'Custom (set below)' : 'Any time'] as const;
  const options = [none, ...Object.entries(periods).map(([value, { label }]) => [value, label] as const)];
  return <Field name="period" label="Period" options={options} />;
}

/** A value outside the choices is kept as an extra choice. */
function FilterField({ filter, search }: { filter: Filter; search: URLSearchParams }): Html {
  const { name, label, values, names } = filter;
  const value = search.get(name) ?? (name === 'limit' ? '25' : '');
  const given = { name, id: `filter-${name}`, label };
  if (isTime(name))
    return <Field {...given} type="datetime-local" value={inField(boundOf(value, name))} hint="UTC" />;
  if (values === undefined) return <Field {...given} value={value} names={names} />;
  const choices = [...new Set(name === 'limit' ? [...values, value] : ['', ...values, value])];
  return <Field {...given} value={value} options={choices.map((one) => [one, one || 'Any'] as const)} />;
}

type ChipsContent = { path: string; search: URLSearchParams; filters: readonly Filter[] };

/** The active filters. Each links to the page without it. */
export const Chips = ({ path, search, filters }: ChipsContent): Html => (
  <>
    {filters.length > 0 && (
      <ul class="chips" aria-label="Filters in use">
        {filters.map(({ name, label }) => (
          <li>
            <a href={linkWith(path, search, { [name]: '', cursor: '' })}>
              <span>
                <span class="unseen">Remove filter </span>
                {label}: {valueShown(name, search.get(name) ?? '')}
              </span>
              <Icon name="close" />
            </a>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <a
              class="plain"
              href={linkWith(path, search, {
                ...byName(
                  filters.map(({ name }) => name),
                  () => '',
                ),
                cursor: '',
              })}
            >
              Clear all
            </a>
          </li>
        )}
      </ul>
    )}
  </>
);

const valueShown = (name: string, value: string): Child =>
  isTime(name) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    ? time(value)
    : outside(value.replaceAll(',', ', '));
