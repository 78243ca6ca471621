import abandonedCart from '../../../../examples/automations/abandoned-cart.json' with { type: 'json' };
import dunning from '../../../../examples/automations/dunning.json' with { type: 'json' };
import trialEnding from '../../../../examples/automations/trial-ending.json' with { type: 'json' };
import welcomeSeries from '../../../../examples/automations/welcome-series.json' with { type: 'json' };
import type { StepDraft } from './step-words.ts';

export type Example = {
  about: string;
  definition: {
    name: string;
    trigger: { event: string };
    allow_reentry?: boolean;
    steps: StepDraft[];
  };
};

const example = (about: string, definition: object): Example => ({
  about,
  definition: definition as Example['definition'],
});

/** Automations to start from, by the name in their link. */
export const examples: Record<string, Example> = {
  'welcome-series': example(
    'Greets new users, and offers help if they don’t start a project.',
    welcomeSeries,
  ),
  'trial-ending': example(
    'Reminds people three days before their trial ends, and thanks subscribers.',
    trialEnding,
  ),
  'abandoned-cart': example(
    'Reminds shoppers of their cart after an hour, and offers free delivery.',
    abandonedCart,
  ),
  dunning: example('Follows up on a failed payment by email and SMS until the invoice is paid.', dunning),
};

/** The example under the user's own name, event, and sender. */
export const startedFrom = (
  { definition }: Example,
  { name, event, from }: { name: string; event: string; from: string },
): Record<string, unknown> => ({
  ...definition,
  name,
  trigger: { ...definition.trigger, event },
  steps: definition.steps.map((step) => (step.type === 'send_email' ? { ...step, from } : step)),
});
