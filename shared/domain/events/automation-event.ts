import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, type Id, timestamp } from '../../core/runtime.ts';

/** Each event of a run, with the state of the run that it says. */
const statusOf = {
  'automation.started': 'running',
  'automation.step_completed': 'running',
  'automation.completed': 'completed',
  'automation.failed': 'failed',
} as const;

export type AutomationEventType = keyof typeof statusOf;

export const isAutomationEvent = (type: string): type is AutomationEventType => Object.hasOwn(statusOf, type);

/** Progress of a run: the step is the one that the event is about, else the last one begun. */
export type RunProgress = {
  automation_id: Id<'aut'>;
  automation_name: string;
  run_id: Id<'run'>;
  /** The name of the custom event that began the run. */
  event_name: string;
  step_index: number;
  step_type: string;
  error: { message: string; code: string; step_index: number } | null;
  occurred_at: string;
};

/**
 * automation.* (specification, Payload data shapes; U38): one per run, type and step, repeated with the same id. Its
 * time is the one that the run stores: each worker that publishes it again makes the same deliveries.
 */
export function buildAutomationEvent(type: AutomationEventType, progress: RunProgress): WebhookEvent {
  const { run_id, step_index, occurred_at } = progress;
  const step = type === 'automation.step_completed' ? String(step_index) : '';
  const at = Date.parse(occurred_at);
  const data = { ...progress, status: statusOf[type] };
  return { id: derivedId('evt', at, run_id, type, step), type, created_at: timestamp(at), data };
}
