import type { Scope } from '../../../../shared/domain/keys/scopes.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { FirstButton, Icon } from '../../ui/elements.tsx';
import { Field } from '../../ui/field.tsx';
import { type BodyOf, type Refused, type Run, showFormOnRefusal } from '../acting.ts';
import { get, pageOf, post } from '../pages.tsx';
import { Form, faults, hidden } from '../parts.tsx';
import {
  blankTrigger,
  EventField,
  NameField,
  sentTrigger,
  TriggerOptions,
  triggerBody,
} from './automation.tsx';
import { AutomationFlow } from './automation-flow.tsx';
import { Builder } from './builder.tsx';
import { type Example, examples, startedFrom } from './examples.ts';
import { EditorFrame, OwnLists, TypeChoices, typeOf } from './step-editor.tsx';
import { inForm, StepFields, stepOf } from './step-form.tsx';
import { stepKinds } from './step-words.ts';

type Making = (body: BodyOf) => Run;

const exampleOf = (slug: string | null): Example | null =>
  slug !== null && Object.hasOwn(examples, slug) ? (examples[slug] ?? null) : null;

function bodyOf(sent: URLSearchParams): Record<string, unknown> {
  const example = exampleOf(sent.get('example'));
  const value = (name: string) => sent.get(name) ?? '';
  if (example)
    return startedFrom(example, { name: value('name'), event: value('event'), from: value('from') });
  const step = stepOf(sent, 0);
  return { ...triggerBody(sent), steps: step ? [step] : [] };
}

/** Errors of an example's senders belong to its one field. */
const inExample: typeof inForm = (issues, sent) =>
  inForm(
    sent.has('example')
      ? issues.map((issue) => (/^steps\[\d+\]\.from$/.test(issue.path) ? { ...issue, path: 'from' } : issue))
      : issues,
    sent,
  );

/** The page that makes an automation: from an example, or with its first step. */
export function newAutomationPages(
  access: readonly Scope[],
  names: (input: SessionInput) => Promise<Html>,
  making: Making,
): Page<DashboardContext>[] {
  async function page(input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> {
    const slug = input.form.get('example') ?? input.search.get('example');
    const example = exampleOf(slug);
    const asked = { input, issues };
    return pageOf(
      'New automation',
      <>
        {faults(issues)}
        {await names(input)}
        {example && slug ? (
          <FromExample {...asked} example={example} slug={slug} />
        ) : (
          <FromScratch {...asked} />
        )}
      </>,
      status,
    );
  }
  const create = showFormOnRefusal(page, making(bodyOf), inExample);
  return [
    get('/automations/new', access, page),
    post('/automations/new', access, (input) => (input.form.has('choose') ? page(input) : create(input))),
  ];
}

type Asked = { input: SessionInput; issues: Refused['issues'] };

const Create = (): Html => (
  <div class="actions">
    <button type="submit" name="do" value="save">
      Create draft
    </button>
  </div>
);

function FromExample({
  input,
  issues = [],
  example,
  slug,
}: Asked & { example: Example; slug: string }): Html {
  const { definition, about } = example;
  const { name, trigger, steps } = definition;
  const isSent = input.form.has('example');
  const draft = isSent ? sentTrigger(input.form) : { ...blankTrigger, name, event: trigger.event };
  return (
    <Builder flow={<AutomationFlow title="Example steps" event={draft.event} steps={steps} />}>
      <EditorFrame title={name}>
        <p>{about} You can change every step afterward.</p>
        <Form input={input} action="/automations/new" unsaved={isSent}>
          {hidden({ example: slug })}
          <NameField draft={draft} issues={issues} />
          <EventField draft={draft} issues={issues} />
          <Field
            name="from"
            label="From"
            names="senders"
            required
            value={isSent ? input.form.get('from') : ''}
            hint="The sender of every email, such as Acme <hello@example.com>"
            issues={issues}
          />
          <Create />
        </Form>
      </EditorFrame>
      <p>
        <a href="/automations/new">Other examples</a>
      </p>
    </Builder>
  );
}

function FromScratch({ input, issues = [] }: Asked): Html {
  const sent = new URLSearchParams(input.form);
  const type = typeOf(sent.get('choose') ?? sent.get('s0-type')) ?? 'send_email';
  const draft = sent.has('event') ? sentTrigger(sent) : blankTrigger;
  sent.set('s0-type', type);
  const step = stepOf(sent, 0) ?? { type };
  return (
    <>
      <h2>Start from an example</h2>
      <ul class="gallery">
        {Object.entries(examples).map(([slug, example]) => (
          <ExampleCard slug={slug} example={example} />
        ))}
      </ul>
      <h2>Or start with one step</h2>
      <OwnLists
        automation={{ steps: [], trigger: { event: '', cancel_on_events: [], conditions: [] } }}
        type={type}
      />
      <Form input={input} action="/automations/new" unsaved={Boolean(sent.get('name') || sent.get('event'))}>
        <div class="columns">
          <FirstButton label="Create draft" value="save" />
          <section class="card editor" aria-labelledby="trigger-title">
            <h3 id="trigger-title">Trigger</h3>
            <NameField draft={draft} issues={issues} />
            <EventField draft={draft} issues={issues} />
            <details
              class="further"
              open={issues.some(({ path }) => /^(conditions|cancel_on_events|after_seconds)/.test(path))}
            >
              <summary>More options</summary>
              <TriggerOptions draft={draft} issues={issues} />
            </details>
            <h3>First step</h3>
            <TypeChoices
              choice={(one, card) => (
                <button
                  type="submit"
                  formaction="/automations/new#first-step"
                  formnovalidate
                  name="choose"
                  value={one}
                  aria-current={one === type ? 'true' : undefined}
                >
                  {card}
                </button>
              )}
            />
          </section>
          <section class="card editor" id="first-step" aria-labelledby="first-title">
            <h3 id="first-title">{stepKinds[type].label}</h3>
            <StepFields step={step} index={0} issues={issues} />
            <Create />
          </section>
        </div>
      </Form>
    </>
  );
}

const ExampleCard = ({ slug, example: { about, definition } }: { slug: string; example: Example }): Html => (
  <li>
    <a class="card" href={`/automations/new?example=${slug}`}>
      <strong>{definition.name}</strong>
      <span class="small">{about}</span>
      <span class="icons">
        {definition.steps.map(({ type }) => (
          <i class={`tile ${type}`}>
            <Icon name={stepKinds[type].icon} />
          </i>
        ))}
      </span>
      <span class="small">
        {definition.steps.length} steps, started by {outside(definition.trigger.event)}
      </span>
    </a>
  </li>
);
