import type { WebhookEvent } from '../../core/records/webhooks.ts';
import { derivedId, type Id, timestamp } from '../../core/runtime.ts';

/** Each run event with the run status it implies. */
const statusOf = {
  'automation.started': 'running',
  'automation.step_completed': 'running',
  'automation.completed': 'completed',
  'automation.failed': 'failed',
} as const;

export type AutomationEventType = keyof typeof statusOf;

export const isAutomationEvent = (type: string): type is AutomationEventType => Object.hasOwn(statusOf, type);

/** A run's progress. The step is the one that the event is about, or the latest step. */
export type RunProgress = {
  automation_id: Id<'aut'>;
  automation_name: string;
  run_id: Id<'run'>;
  /** Name of the custom event that started the run. */
  event_name: string;
  step_index: number;
  step_type: string;
  error: { message: string; code: string; step_index: number } | null;
  occurred_at: string;
};

/**
 * automation.* (specification, Payload data shapes; U38): one per run, type, and step, with the same id when
 * repeated. It uses the time stored in the run, so workers that publish it again make the same deliveries.
 */
export function buildAutomationEvent(type: AutomationEventType, progress: RunProgress): WebhookEvent {
  const { run_id, step_index, occurred_at } = progress;
  const step = type === 'automation.step_completed' ? String(step_index) : '';
  const at = Date.parse(occurred_at);
  const data = { ...progress, status: statusOf[type] };
  return { id: derivedId('evt', at, run_id, type, step), type, created_at: timestamp(at), data };
}
