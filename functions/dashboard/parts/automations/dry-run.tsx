import type { Issue } from '../../../../shared/core/errors.ts';
import { isObject } from '../../../../shared/core/json-path.ts';
import type { AutomationRecord } from '../../../../shared/domain/automations/automation-record.ts';
import type { DryTrigger } from '../../../../shared/domain/runs/run-record.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import { Button } from '../../ui/elements.tsx';
import { Field } from '../../ui/field.tsx';
import { json } from '../acting.ts';
import { Form, type FormField, fieldsOf } from '../parts.tsx';

/** Most fields that the form of a dry run has for values of the event. */
const maxFields = 12;

/** The paths below `event.data` that an automation uses, such as `plan` or `order.total`. */
export function dataPaths({ steps, trigger }: Pick<AutomationRecord, 'steps' | 'trigger'>): string[] {
  const text = JSON.stringify([steps, trigger.conditions]);
  const found = [...text.matchAll(/(steps\.\d{1,3}\.)?event\.data\.([\w.-]{1,200})/g)];
  const paths = found.flatMap(([, wait, path = '']) => (wait ? [] : [path.replace(/\.+$/, '')]));
  return [...new Set(paths)].filter(Boolean).slice(0, maxFields);
}

const named = (path: string) => `data.${path}`;

/** A field for each value that the automation uses, and one for any other data. */
const DataFields = ({
  paths,
  field,
  sent,
}: {
  paths: readonly string[];
  field: FormField;
  sent: URLSearchParams;
}): Html => (
  <>
    {paths.length > 0 && (
      <fieldset class="field">
        <legend>Event data that the steps use</legend>
        <div class="pairs">
          {paths.map((path) => (
            <Field name={named(path)} id={`value-${path}`} label={path} value={sent.get(named(path)) ?? ''} />
          ))}
        </div>
      </fieldset>
    )}
    {field({
      name: 'data',
      label: paths.length > 0 ? 'More data' : 'Data',
      multiline: 'short',
      hint: 'A JSON object, for lists and other nested values',
    })}
  </>
);

/** The event's data: what its JSON field holds, with the values of the other fields. */
export function sentData(sent: URLSearchParams, paths: readonly string[]): unknown {
  const text = sent.get('data') ?? '';
  const data: unknown = text.trim() === '' ? {} : json(text);
  if (!isObject(data)) return data;
  for (const path of paths) {
    const value = sent.get(named(path)) ?? '';
    if (value !== '') place(data, path.split('.'), json(value));
  }
  return data;
}

function place(data: Record<string, unknown>, keys: string[], value: unknown): void {
  const [key = '', ...rest] = keys;
  const own = (held: unknown) =>
    Object.defineProperty(data, key, { value: held, enumerable: true, configurable: true, writable: true });
  if (rest.length === 0) {
    own(value);
    return;
  }
  const inner = Object.hasOwn(data, key) && isObject(data[key]) ? data[key] : {};
  own(inner);
  place(inner, rest, value);
}

/** Whether the event starts the automation, and what prevents it. */
export function TriggerMatch({ trigger, event }: { trigger: DryTrigger; event: string }): Html {
  const failed = trigger.conditions.flatMap((isTrue, i) => (isTrue ? [] : [i + 1]));
  if (trigger.matches) return <p>This event matches the trigger.</p>;
  return (
    <p>
      This event doesn’t start the automation.
      {!trigger.event_matches && <> The trigger event is {outside(event)}.</>}
      {failed.length > 0 &&
        ` Trigger ${failed.length === 1 ? 'condition' : 'conditions'} ${failed.join(', ')} ${failed.length === 1 ? 'is' : 'are'} false.`}
    </p>
  );
}

/** The event of a dry run, with a field for each value that the automation uses. */
export function DryRunForm({
  input,
  automation,
  issues,
}: {
  input: SessionInput;
  automation: AutomationRecord;
  issues: readonly Issue[];
}): Html {
  const { id, trigger } = automation;
  const sent = input.path.endsWith('/dry-run') ? input.form : new URLSearchParams();
  const field = fieldsOf(sent, issues, { name: trigger.event });
  return (
    <section class="editor card" aria-labelledby="dry-run-title">
      <h2 id="dry-run-title">
        {sent.size > 0 && issues.length === 0 ? 'Dry run with other values' : 'Dry run'}
      </h2>
      <p>Shows what each step would do, without storing or sending anything.</p>
      <Form input={input} action={`/automations/${id}/dry-run`}>
        {field({ name: 'name', id: 'event-name', label: 'Event', names: 'events', required: true })}
        <div class="pairs">
          {field({ name: 'email', id: 'event-email', label: 'Email' })}
          {field({ name: 'user_id', label: 'User id' })}
        </div>
        <DataFields paths={dataPaths(automation)} field={field} sent={sent} />
        <Button label="Start dry run" />
      </Form>
    </section>
  );
}
