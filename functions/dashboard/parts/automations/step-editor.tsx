import type { Issue } from '../../../../shared/core/errors.ts';
import type { AutomationRecord } from '../../../../shared/domain/automations/automation-record.ts';
import { type Child, type Html, nothing } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import { Button, FirstButton, Icon } from '../../ui/elements.tsx';
import { NameList } from '../known-names.tsx';
import { Form, hidden } from '../parts.tsx';
import { NameField, sentTrigger, TriggerFields, triggerOf } from './automation.tsx';
import { dataPaths } from './dry-run.tsx';
import { targetsAfter } from './step-changes.ts';
import { StepFields, stepOf } from './step-form.tsx';
import { type StepDraft, type StepType, stepKinds } from './step-words.ts';

/** What is next to the drawing. Steps count from 0. */
export type Panel =
  | { kind: 'trigger' }
  | { kind: 'step'; at: number }
  /** A step that is added before another one. Without a type, it asks for one. */
  | { kind: 'add'; at: number; type: StepType | null }
  | { kind: 'dry-run' };

const types = Object.keys(stepKinds) as StepType[];

export const typeOf = (text: string | null): StepType | null => types.find((type) => type === text) ?? null;

/** A step's number in a link, from 1. Null if it isn't one of `count`. */
function placeOf(text: string | null, count: number): number | null {
  const n = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0;
  return n >= 1 && n <= count ? n - 1 : null;
}

/** What a link asks for. */
export function askedPanel(search: URLSearchParams, count: number): Panel {
  const step = placeOf(search.get('step'), count);
  const add = placeOf(search.get('add'), count + 1);
  if (add !== null) return { kind: 'add', at: add, type: typeOf(search.get('type')) };
  if (search.get('step') === 'dry-run') return { kind: 'dry-run' };
  return step === null ? { kind: 'trigger' } : { kind: 'step', at: step };
}

/** What a refused form was about. */
export function sentPanel(sent: URLSearchParams): Panel {
  const at = Number(/^\d{1,2}$/.exec(sent.get('index') ?? '')?.[0] ?? 0);
  if (sent.get('place') === 'step') return { kind: 'step', at };
  if (sent.get('place') === 'add') return { kind: 'add', at, type: typeOf(sent.get(`s${at}-type`)) };
  return { kind: 'trigger' };
}

type EditorContent = {
  input: SessionInput;
  automation: AutomationRecord;
  panel: Panel;
  issues?: readonly Issue[] | undefined;
  /** Whether the form was refused, so that it shows what was sent. */
  isSent: boolean;
  /** Whether the member may change automations. */
  mayWrite: boolean;
};

const Change = ({ label, value }: { label: string; value: string }): Html => (
  <button type="submit" class="quiet" name="do" value={value} formnovalidate>
    {label}
  </button>
);

/** The name, trigger, or step that was chosen in the drawing, with its form. */
export function Editor(content: EditorContent): Html {
  const { panel } = content;
  switch (panel.kind) {
    case 'add':
      return panel.type === null ? (
        <TypeChoice {...content} at={panel.at} />
      ) : (
        <AddStep {...content} at={panel.at} type={panel.type} />
      );
    case 'step':
      return <EditStep {...content} at={panel.at} />;
    default:
      return <EditTrigger {...content} />;
  }
}

/** `send SMS`, for the middle of a title. */
const inTitle = (type: StepType): string => stepKinds[type].label.toLowerCase().replace('sms', 'SMS');

export const EditorFrame = ({ title, children }: { title: string; children: Child }): Html => (
  <section class="editor card" aria-labelledby="editor-title">
    <h2 id="editor-title">{title}</h2>
    {children}
  </section>
);

const isLocked = ({ automation, mayWrite }: EditorContent): boolean =>
  !mayWrite || automation.status === 'active';

/** Why an active automation can't be edited, and the button that pauses it. */
const PauseNote = ({ input, automation, mayWrite }: EditorContent): Html =>
  automation.status === 'active' ? (
    <div class="locked">
      <p>
        This automation is active, so only its name can change.{' '}
        {mayWrite ? 'Pause it to edit the rest. Runs in progress continue.' : ''}
      </p>
      {mayWrite && (
        <Form input={input} action={`/automations/${automation.id}/pause`}>
          <Button label="Pause to edit" kind="quiet" />
        </Form>
      )}
    </div>
  ) : (
    nothing
  );

type SavingContent = {
  content: EditorContent;
  place: 'trigger' | 'step' | 'add';
  at?: number;
  label?: string;
  /** Actions next to the save button. */
  others?: Child;
  children: Child;
};

/**
 * A form that saves part of an automation. `seen` is the state it was rendered from. A rejected form keeps
 * its `seen`, because the step may have changed since.
 */
const SavingForm = ({ content, place, at = 0, label = 'Save', others, children }: SavingContent): Html => {
  const { input, automation, isSent } = content;
  const seen = (isSent ? input.form.get('seen') : null) ?? automation.updated_at;
  return (
    <Form input={input} action={`/automations/${automation.id}/save`} unsaved={isSent}>
      {!isLocked(content) && <FirstButton label="Save" value="save" />}
      {hidden({ place, index: at, seen })}
      {children}
      <div class={place === 'step' ? 'actions spread' : 'actions'}>
        <button type="submit" name="do" value="save">
          {label}
        </button>
        {others}
      </div>
    </Form>
  );
};

function EditTrigger(content: EditorContent): Html {
  const { input, automation, issues, isSent, mayWrite } = content;
  const draft =
    isSent && input.form.has('event')
      ? sentTrigger(input.form)
      : { ...triggerOf(automation), ...(isSent && { name: input.form.get('name') ?? '' }) };
  const fixed = isLocked(content);
  return (
    <EditorFrame title="Name and trigger">
      {fixed && <PauseNote {...content} />}
      {mayWrite && (
        <SavingForm content={content} place="trigger">
          <NameField draft={draft} issues={issues} />
          {!fixed && <TriggerFields draft={draft} issues={issues} />}
        </SavingForm>
      )}
      {fixed && (
        <fieldset disabled>
          <TriggerFields draft={draft} fixed />
        </fieldset>
      )}
    </EditorFrame>
  );
}

function EditStep(content: EditorContent & { at: number }): Html {
  const { input, automation, issues, isSent, at } = content;
  const steps = automation.steps as StepDraft[];
  const stored = steps[at];
  if (stored === undefined) return nothing;
  const step = (isSent && stepOf(input.form, at)) || stored;
  const targets = targetsAfter(steps, at);
  const others = (
    <span class="actions">
      {at > 0 && <Change label="Move up" value="up" />}
      {at < steps.length - 1 && <Change label="Move down" value="down" />}
      <a class="button quiet" href={`/automations/${automation.id}?add=${at + 2}#edit`}>
        Add step after
      </a>
      {steps.length > 1 && <Change label="Remove step" value="remove" />}
    </span>
  );
  return (
    <EditorFrame title={`Step ${at + 1}: ${inTitle(step.type)}`}>
      {isLocked(content) ? (
        <>
          <PauseNote {...content} />
          <fieldset disabled>
            <StepFields step={step} index={at} targets={targets} fixed />
          </fieldset>
        </>
      ) : (
        <SavingForm content={content} place="step" at={at} others={others}>
          <StepFields step={step} index={at} issues={issues ?? []} targets={targets} />
        </SavingForm>
      )}
    </EditorFrame>
  );
}

function AddStep(content: EditorContent & { at: number; type: StepType }): Html {
  const { input, automation, issues, isSent, at, type } = content;
  const step = (isSent && stepOf(input.form, at)) || { type };
  const targets = targetsAfter(automation.steps as StepDraft[], at - 1);
  const others = (
    <a class="button quiet" href={`/automations/${automation.id}?add=${at + 1}#edit`}>
      Choose another type
    </a>
  );
  return (
    <EditorFrame title={`New step ${at + 1}: ${inTitle(type)}`}>
      <SavingForm content={content} place="add" at={at} label="Add step" others={others}>
        <StepFields step={step} index={at} issues={issues ?? []} targets={targets} />
      </SavingForm>
    </EditorFrame>
  );
}

const TypeChoice = ({ automation, at }: EditorContent & { at: number }): Html => (
  <EditorFrame title={`Add step ${at + 1}`}>
    <TypeChoices
      choice={(type, card) => (
        <a href={`/automations/${automation.id}?add=${at + 1}&type=${type}#edit`}>{card}</a>
      )}
    />
  </EditorFrame>
);

/** A step type picker: links, or buttons that submit what was typed. */
export const TypeChoices = ({ choice }: { choice: (type: StepType, card: Html) => Html }): Html => (
  <ul class="types">
    {types.map((type) => (
      <li>
        {choice(
          type,
          <>
            <i class={`tile ${type}`}>
              <Icon name={stepKinds[type].icon} />
            </i>
            <span>
              <strong>{stepKinds[type].label}</strong>
              <span class="small">{stepKinds[type].about}</span>
            </span>
          </>,
        )}
      </li>
    ))}
  </ul>
);

/** Suggestions from the automation itself, and time zones for a delay. */
export function OwnLists({
  automation,
  type,
}: {
  automation: Pick<AutomationRecord, 'steps' | 'trigger'>;
  type: StepType | null;
}): Html {
  const data = dataPaths(automation).map((path) => `data.${path}`);
  const members = ['email', 'user_id', ...data];
  const waits = automation.steps.flatMap((step, i) =>
    step.type === 'wait_for_event' ? [`steps.${i}.event.name`] : [],
  );
  return (
    <>
      <NameList kind="fields" names={[...members.map((one) => `event.${one}`), ...waits]} />
      {type === 'wait_for_event' && <NameList kind="own-fields" names={members} />}
      {type === 'delay' && <NameList kind="zones" names={Intl.supportedValuesOf('timeZone')} />}
    </>
  );
}
