import { uploadOf } from './attachments.ts';
import { type Call, pathPart } from './call.ts';
import type {
  AutomationActParams,
  DomainActParams,
  Migration,
  MigrationCreateParams,
  MigrationReportResponse,
  Resources,
  Template,
  TemplateActParams,
  TemplatePreview,
  TenantUpdateParams,
  WebhookActParams,
  WebhookActResponse,
} from './generated/types.ts';
import type { Settings } from './options.ts';
import type { CallOptions, KeyedOptions } from './types.ts';

type TemplateAct = {
  /** Renders an email of this template, with these variables. */
  (
    template: string,
    params: TemplateActParams & { action: 'preview' },
    options?: CallOptions,
  ): Promise<TemplatePreview>;
  /** Publishes, unpublishes, or copies the template. */
  (
    template: string,
    params: TemplateActParams & { action: 'publish' | 'unpublish' | 'duplicate' },
    options?: CallOptions,
  ): Promise<Template>;
};

type Rotated = Extract<WebhookActResponse, { secret: string }>;
type Replayed = Extract<WebhookActResponse, { queued: number }>;
type WebhookAct = {
  /** Creates a new secret, which is shown only this once. */
  (
    id: string,
    params: WebhookActParams & { action: 'rotate_secret' },
    options?: KeyedOptions,
  ): Promise<Rotated>;
  /** Redelivers failed events. */
  (
    id: string,
    params: WebhookActParams & { action: 'replay_failed' },
    options?: CallOptions,
  ): Promise<Replayed>;
};

type Report = {
  /** Gets an import's report as an object. */
  (id: string, params: { format: 'json' }, options?: CallOptions): Promise<MigrationReportResponse>;
  /** Gets an import's report as CSV. */
  (id: string, params?: { format?: 'csv' }, options?: CallOptions): Promise<string>;
};

/** Hand-written methods: shortcuts for actions, and responses that depend on the request. */
export type Helpers = ReturnType<typeof helpersOf>;

export function helpersOf(api: Resources, call: Call, settings: Settings) {
  const templateAct = api.templates.act as TemplateAct;
  const webhookAct = ((id: string, params: WebhookActParams, options?: KeyedOptions) => {
    const mayTakeKey = params.action === 'rotate_secret';
    return call('POST', `/webhooks/${pathPart(id)}`, { body: params, mayTakeKey }, options);
  }) as WebhookAct;
  return {
    emails: {
      /** Cancels a scheduled email. Throws ConflictError if it is no longer scheduled. */
      cancel: (id: string, options?: CallOptions) => api.emails.update(id, { cancel: true }, options),
      /** Changes when a scheduled email is sent. */
      reschedule: (id: string, params: { scheduled_at: string }, options?: CallOptions) =>
        api.emails.update(id, params, options),
    },
    attachments: {
      /** Uploads a file. Pass the result in `attachments` of a send. */
      upload: uploadOf(api, settings),
    },
    templates: {
      act: templateAct,
      /** Makes the draft the published version. */
      publish: (template: string, options?: CallOptions) =>
        templateAct(template, { action: 'publish' }, options),
      /** Makes the template a draft again. */
      unpublish: (template: string, options?: CallOptions) =>
        templateAct(template, { action: 'unpublish' }, options),
      /** Copies the template. */
      duplicate: (
        template: string,
        params?: Pick<TemplateActParams, 'alias' | 'name'>,
        options?: CallOptions,
      ) => templateAct(template, { ...params, action: 'duplicate' }, options),
      /** Renders an email of this template, with these variables. */
      preview: (
        template: string,
        params?: Pick<TemplateActParams, 'variables' | 'version'>,
        options?: CallOptions,
      ) => templateAct(template, { ...params, action: 'preview' }, options),
    },
    webhooks: {
      act: webhookAct,
      /**
       * Creates a new secret, which is shown only once. The previous secret keeps signing for
       * `overlap_seconds`, a day by default.
       */
      rotateSecret: (
        id: string,
        params?: Pick<WebhookActParams, 'overlap_seconds'>,
        options?: KeyedOptions,
      ) => webhookAct(id, { ...params, action: 'rotate_secret' }, options),
      /** Redelivers events that failed since `since`, up to 1,000 per call. */
      replayFailed: (id: string, params: { since: string; until?: string }, options?: CallOptions) =>
        webhookAct(id, { ...params, action: 'replay_failed' }, options),
      deliveries: {
        /** Redelivers the same event, as a new delivery. */
        replay: (id: string, delivery: string, options?: CallOptions) =>
          api.webhooks.deliveries.act(id, delivery, { action: 'replay' }, options),
      },
    },
    domains: {
      /** Checks the DNS records. `verified` says whether the domain can send. */
      verify: (id: string, options?: CallOptions) => api.domains.act(id, { action: 'verify' }, options),
      /** Writes the records at the DNS host, with its credentials. */
      apply: (id: string, params?: Omit<DomainActParams, 'action'>, options?: CallOptions) =>
        api.domains.act(id, { ...params, action: 'apply' }, options),
    },
    tenants: {
      /** Rejects the tenant's emails from now on. */
      pause: (tenant: string, params?: Pick<TenantUpdateParams, 'reason'>, options?: CallOptions) =>
        api.tenants.update(tenant, { ...params, status: 'paused' }, options),
      /** Accepts the tenant's emails again. */
      resume: (tenant: string, options?: CallOptions) =>
        api.tenants.update(tenant, { status: 'active' }, options),
    },
    automations: {
      /** Starts a run for each event from now on. */
      activate: (id: string, options?: CallOptions) =>
        api.automations.act(id, { action: 'activate' }, options),
      /** Starts no more runs. With `cancel_runs`, open runs are canceled. */
      pause: (id: string, params?: Pick<AutomationActParams, 'cancel_runs'>, options?: CallOptions) =>
        api.automations.act(id, { ...params, action: 'pause' }, options),
      /** Copies the automation, as a draft. */
      duplicate: (id: string, params?: Pick<AutomationActParams, 'name'>, options?: CallOptions) =>
        api.automations.act(id, { ...params, action: 'duplicate' }, options),
    },
    migrations: {
      /**
       * Runs an import to its end, slice by slice, including the waits it asks for. To resume one, pass its
       * last `cursor`.
       */
      async *run(
        params: MigrationCreateParams,
        options?: CallOptions,
      ): AsyncGenerator<Migration, void, undefined> {
        for (let next: MigrationCreateParams | null = params; next !== null; ) {
          const slice: Migration = await api.migrations.create(next, options);
          yield slice;
          const { has_more, next_cursor, retry_after_seconds = 0 } = slice;
          next = has_more && next_cursor !== null ? { ...params, cursor: next_cursor } : null;
          if (next !== null && retry_after_seconds > 0)
            await settings.runtime.sleep(retry_after_seconds * 1000, options?.signal);
        }
      },
      report: api.migrations.report as Report,
    },
  };
}
