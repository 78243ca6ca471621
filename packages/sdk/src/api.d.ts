// Made from docs/openapi.json by `npm run openapi`. Do not change by hand.
// An error of any operation is components["schemas"]["Error"].

export interface webhooks {
    "email.received": {
        parameters: {};
        /** A message arrived at an inbound domain */
        post: operations["onEmailReceived"];
    };
    "email.sent": {
        parameters: {};
        /** An email was accepted for delivery */
        post: operations["onEmailSent"];
    };
    "email.delivered": {
        parameters: {};
        /** The recipient's mailbox provider took the email */
        post: operations["onEmailDelivered"];
    };
    "email.delivery_delayed": {
        parameters: {};
        /** The delivery is held or delayed */
        post: operations["onEmailDeliveryDelayed"];
    };
    "email.bounced": {
        parameters: {};
        /** The email came back */
        post: operations["onEmailBounced"];
    };
    "email.complained": {
        parameters: {};
        /** The recipient marked the email as spam */
        post: operations["onEmailComplained"];
    };
    "email.opened": {
        parameters: {};
        /** The pixel of an email was loaded */
        post: operations["onEmailOpened"];
    };
    "email.clicked": {
        parameters: {};
        /** A link of an email was followed */
        post: operations["onEmailClicked"];
    };
    "email.failed": {
        parameters: {};
        /** The email could not be delivered */
        post: operations["onEmailFailed"];
    };
    "email.suppressed": {
        parameters: {};
        /** The email was not sent: a recipient is suppressed */
        post: operations["onEmailSuppressed"];
    };
    "email.scheduled": {
        parameters: {};
        /** An email waits for its time */
        post: operations["onEmailScheduled"];
    };
    "contact.unsubscribed": {
        parameters: {};
        /** A recipient left by an unsubscribe link */
        post: operations["onContactUnsubscribed"];
    };
    "automation.started": {
        parameters: {};
        /** A run of an automation began */
        post: operations["onAutomationStarted"];
    };
    "automation.step_completed": {
        parameters: {};
        /** A step of a run is done */
        post: operations["onAutomationStepCompleted"];
    };
    "automation.completed": {
        parameters: {};
        /** A run is done */
        post: operations["onAutomationCompleted"];
    };
    "automation.failed": {
        parameters: {};
        /** A run failed */
        post: operations["onAutomationFailed"];
    };
    "tenant.paused": {
        parameters: {};
        /** A tenant was paused */
        post: operations["onTenantPaused"];
    };
    "domain.failing": {
        parameters: {};
        /** The records of a verified domain are no longer right */
        post: operations["onDomainFailing"];
    };
}
export interface components {
    schemas: {
        SendRequest: {
            from: string | {
                email: string;
                name?: string | null;
            };
            /** @description One address or a list of them; at most 50 different ones in to, cc and bcc together */
            to: string | string[];
            /** @description One address or a list of them; at most 50 different ones in to, cc and bcc together */
            cc?: string | string[];
            /** @description One address or a list of them; at most 50 different ones in to, cc and bcc together */
            bcc?: string | string[];
            /** @description One address or a list of them */
            reply_to?: string | string[];
            /** @description Required unless a template supplies it */
            subject?: string;
            html?: string;
            text?: string;
            /** @description In the order in which they are given; of an object, names that are whole numbers come first; give a list where the order matters */
            tags?: {
                name: string;
                /** @description Printable characters, without U+2028 and U+2029 */
                value: string;
            }[] | {
                [key: string]: string;
            };
            /** @description SES sets the Message-ID. One that you set here is sent in References and kept as `original_message_id` */
            headers?: {
                [key: string]: string;
            };
            /** @description Each {name, content_type?, data, content_id?} or, after POST /attachments, {id, content_id?} */
            attachments?: {
                /** @description File name. Not allowed with id */
                name?: string;
                /** @description Derived from the file extension when absent */
                content_type?: string;
                /** @description Standard base64. Not allowed with id */
                data?: string;
                /** @description The id of a file registered with POST /attachments */
                id?: string;
                /** @description For `<img src="cid:…">` */
                content_id?: string;
            }[];
            unsubscribe?: boolean;
            category?: "transactional" | "product" | "newsletter";
            /**
             * Format: date-time
             * @description YYYY-MM-DDTHH:MM[:SS[.fraction]] with Z or an offset
             */
            scheduled_at?: string;
            template?: {
                /** @description Alias or tpl_ id */
                id: string;
                variables?: {
                    [key: string]: string | number | boolean | null;
                } | null;
            };
            /** @description external_id or ten_ id */
            tenant?: string;
        };
        BatchRequest: {
            emails: components["schemas"]["SendRequest"][];
        };
        Email: {
            id: string;
            from: string;
            to: string[];
            cc: string[];
            bcc: string[];
            reply_to: string[];
            subject: string;
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            last_event: string;
            bounce_reason: string | null;
            tags: {
                name: string;
                value: string;
            }[];
            /** @description `size` is in bytes. The list is empty for emails accepted before release 0.2 */
            attachments: {
                name: string;
                content_type: string;
                size: number;
            }[];
            category: "transactional" | "product" | "newsletter";
            template: string | null;
            message_id: string | null;
            /** @description The Message-ID that you set, over SMTP or in `headers`. It is sent in References, so replies include it */
            original_message_id: string | null;
            resent_from: string | null;
            source: "api" | "smtp" | "automation" | "resend" | "dashboard";
            failure_reason: string | null;
            scheduled_at: string | null;
            cancelled_at: string | null;
            sent_at: string | null;
            delivered_at: string | null;
            bounced_at: string | null;
            failed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            tenant?: string | null;
        };
        EmailWithContent: {
            id: string;
            from: string;
            to: string[];
            cc: string[];
            bcc: string[];
            reply_to: string[];
            subject: string;
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            last_event: string;
            bounce_reason: string | null;
            tags: {
                name: string;
                value: string;
            }[];
            /** @description `size` is in bytes. The list is empty for emails accepted before release 0.2 */
            attachments: {
                name: string;
                content_type: string;
                size: number;
            }[];
            category: "transactional" | "product" | "newsletter";
            template: string | null;
            message_id: string | null;
            /** @description The Message-ID that you set, over SMTP or in `headers`. It is sent in References, so replies include it */
            original_message_id: string | null;
            resent_from: string | null;
            source: "api" | "smtp" | "automation" | "resend" | "dashboard";
            failure_reason: string | null;
            scheduled_at: string | null;
            cancelled_at: string | null;
            sent_at: string | null;
            delivered_at: string | null;
            bounced_at: string | null;
            failed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            tenant?: string | null;
            html?: string | null;
            text?: string | null;
            /** @description html and text have over 4 MB together: each is cut to about 2 MB */
            truncated?: boolean;
        };
        ChangeEmail: {
            /**
             * Format: date-time
             * @description YYYY-MM-DDTHH:MM[:SS[.fraction]] with Z or an offset
             */
            scheduled_at?: string;
            cancel?: true;
        };
        EmailEvent: {
            id: string;
            type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing" | "email.queued" | "email.cancelled" | "email.rescheduled" | "email.unsubscribed";
            recipient: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            occurred_at: string;
            data: Record<string, unknown>;
        };
        Recipient: {
            email: string;
            kind: "to" | "cc" | "bcc";
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            last_event: string;
            bounce_type: string | null;
            bounce_reason: string | null;
            delivered_at: string | null;
            opened_at: string | null;
            clicked_at: string | null;
            opens: number;
            clicks: number;
        };
        Attachment: {
            id: string;
            name: string;
            content_type: string;
            size: number;
            /**
             * Format: uri
             * @description PUT the bytes here, `size` of them, with the headers `Content-Type: <content_type>` and `If-None-Match: *`; the first upload stays
             */
            upload_url: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            expires_at: string;
        };
        AttachmentRequest: {
            name: string;
            /** @description By the extension of the name when absent */
            content_type?: string;
            /** @description Bytes; the upload must have exactly these */
            size: number;
        };
        Template: {
            id: string;
            object: "template";
            alias: string;
            name: string;
            subject: string;
            category: "transactional" | "product" | "newsletter";
            unsubscribe_enabled: boolean;
            status: "draft" | "published";
            published: boolean;
            /** @description Placeholders of subject, html and text */
            variables: string[];
            defaults: {
                [key: string]: string;
            };
            /** @description Publishes so far */
            version: number;
            has_unpublished_changes: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
            published_at: string | null;
            html: string | null;
            text: string | null;
            /** @description Likely mistakes in html and text */
            warnings: string[];
        };
        TemplateRequest: {
            /** @description Unique in the account, not beginning with tpl_; default: slug of the name */
            alias?: string;
            name: string;
            subject: string;
            /** @description At most 2 MB; {{name}} is a placeholder, "" is none */
            html?: string;
            /** @description At most 2 MB; {{name}} is a placeholder, "" is none */
            text?: string;
            category?: "transactional" | "product" | "newsletter";
            unsubscribe_enabled?: boolean;
            /** @description At most 100, 64 KB as JSON */
            defaults?: {
                [key: string]: string | number | boolean | null;
            };
            publish?: boolean;
        };
        TemplateSummary: {
            id: string;
            object: "template";
            alias: string;
            name: string;
            subject: string;
            category: "transactional" | "product" | "newsletter";
            unsubscribe_enabled: boolean;
            status: "draft" | "published";
            published: boolean;
            /** @description Placeholders of subject, html and text */
            variables: string[];
            defaults: {
                [key: string]: string;
            };
            /** @description Publishes so far */
            version: number;
            has_unpublished_changes: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
            published_at: string | null;
        };
        TemplatePreview: {
            subject: string;
            html: string | null;
            text: string | null;
            missing_variables: string[];
            unused_variables: string[];
        };
        TemplateAction: {
            action: "publish" | "unpublish" | "duplicate" | "preview";
            /** @description duplicate: default `<alias>-copy` */
            alias?: string;
            /** @description duplicate: default the same name */
            name?: string;
            /** @description preview */
            variables?: {
                [key: string]: string | number | boolean | null;
            };
            /**
             * @description preview: default the draft when there is one
             */
            version?: "draft" | "published";
        };
        Automation: {
            id: string;
            object: "automation";
            name: string;
            status: "draft" | "active" | "paused";
            /** @description 0 before the first activation */
            version: number;
            trigger: {
                event: string;
                cancel_on_events: string[];
                conditions: components["schemas"]["AutomationRule"][];
            };
            allow_reentry: boolean | {
                after_seconds: number;
            };
            runs: {
                running: number;
                waiting: number;
                completed: number;
                failed: number;
                cancelled: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
            activated_at: string | null;
            /** @description As in AutomationRequest, with the defaults filled in */
            steps: {
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                name: string | null;
            }[];
        };
        AutomationRule: {
            field: string;
            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
            value?: unknown;
        };
        AutomationRequest: {
            name: string;
            trigger: {
                /** @description Not beginning with email., contact., automation. */
                event: string;
                /** @description At most 10 different ones; they end the open runs of the same person */
                cancel_on_events?: string[] | null;
                /** @description All of them must hold for an event to begin a run */
                conditions?: {
                    /** @description event.email, event.data.<key>, steps.<n>.event.data.<key> of an earlier wait */
                    field: string;
                    operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                    value?: unknown;
                }[] | null;
            };
            steps: components["schemas"]["AutomationStep"][];
            /** @description false: each person enters once; {after_seconds}: again so long after the last time */
            allow_reentry?: boolean | {
                after_seconds: number;
            };
        };
        AutomationStep: {
            type: "send_email";
            name?: string | null;
            id?: string;
            from: string | {
                email: string;
                name?: string | null;
            };
            /** @default {{event.email}} */
            to?: string | string[];
            template?: {
                id: string;
                variables?: {
                    [key: string]: string | number | boolean | null;
                } | null;
            };
            subject?: string;
            html?: string;
            text?: string;
            reply_to?: string | string[];
            tags?: {
                name: string;
                value: string;
            }[];
            category?: "transactional" | "product" | "newsletter";
            unsubscribe?: boolean;
            /** @description external_id or ten_ id */
            tenant?: string;
            cc?: unknown;
            bcc?: unknown;
            headers?: unknown;
            attachments?: unknown;
            scheduled_at?: unknown;
        } | {
            type: "send_sms";
            name?: string | null;
            id?: string;
            to: string;
            text: string;
        } | {
            type: "delay";
            name?: string | null;
            id?: string;
            seconds?: number;
            /** @description An instant, or a reference to one, such as {{event.data.trial_ends_at}} */
            until?: string;
            /** @description Added to `until`; below 0 before it */
            offset_seconds?: number;
            /** @description The run goes on between these times of the day; the second may lie past midnight */
            between?: [
                string,
                string
            ];
            /** @description Of `between`: a name of the IANA database, or a reference */
            time_zone?: string;
        } | {
            type: "wait_for_event";
            name?: string | null;
            id?: string;
            /** @description Not beginning with email., contact., automation. */
            event: string;
            timeout_seconds: number;
            /**
             * @default end
             */
            on_timeout?: "continue" | "end" | "fail";
            match?: {
                field: string;
                equals: string | number | boolean;
            };
        } | {
            type: "condition";
            name?: string | null;
            id?: string;
            all?: {
                /** @description event.email, event.data.<key>, steps.<n>.event.data.<key> of an earlier wait */
                field: string;
                operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                value?: unknown;
            }[];
            any?: {
                /** @description event.email, event.data.<key>, steps.<n>.event.data.<key> of an earlier wait */
                field: string;
                operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                value?: unknown;
            }[];
            /** @description The id of a later step, at which the run goes on where the condition is false; else it ends */
            skip_to?: string;
        } | {
            type: "webhook";
            name?: string | null;
            id?: string;
            url: string;
            /**
             * @default POST
             */
            method?: "POST" | "PUT" | "PATCH";
            headers?: {
                [key: string]: string;
            };
            body?: Record<string, unknown> | unknown[];
        };
        AutomationSummary: {
            id: string;
            object: "automation";
            name: string;
            status: "draft" | "active" | "paused";
            /** @description 0 before the first activation */
            version: number;
            trigger: {
                event: string;
                cancel_on_events: string[];
                conditions: components["schemas"]["AutomationRule"][];
            };
            allow_reentry: boolean | {
                after_seconds: number;
            };
            runs: {
                running: number;
                waiting: number;
                completed: number;
                failed: number;
                cancelled: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
            activated_at: string | null;
        };
        AutomationAction: {
            action: "activate" | "pause" | "duplicate";
            /** @description pause: also cancel the open runs */
            cancel_runs?: boolean;
            /** @description duplicate: default `<name> copy` */
            name?: string;
        };
        AutomationRunSummary: {
            id: string;
            object: "automation_run";
            automation_id: string;
            /** @description Of the automation when the run began */
            version: number;
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            event_id: string;
            event_name: string;
            email: string | null;
            user_id: string | null;
            /** @description The step that the run is at; of an ended run the last that was begun */
            step_index: number;
            /** @description End of a delay or wait, or the next try */
            next_step_at: string | null;
            /** @description The event that a wait is for */
            waiting_for: string | null;
            ended_reason: ("finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error") | null;
            error: {
                message: string;
                code: string;
                step_index: number;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            started_at: string;
            completed_at: string | null;
        };
        AutomationRun: {
            id: string;
            object: "automation_run";
            automation_id: string;
            /** @description Of the automation when the run began */
            version: number;
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            event_id: string;
            event_name: string;
            email: string | null;
            user_id: string | null;
            /** @description The step that the run is at; of an ended run the last that was begun */
            step_index: number;
            /** @description End of a delay or wait, or the next try */
            next_step_at: string | null;
            /** @description The event that a wait is for */
            waiting_for: string | null;
            ended_reason: ("finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error") | null;
            error: {
                message: string;
                code: string;
                step_index: number;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            started_at: string;
            completed_at: string | null;
            steps: {
                index: number;
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                name: string | null;
                status: "pending" | "running" | "waiting" | "completed" | "skipped" | "failed";
                started_at: string | null;
                completed_at: string | null;
                /** @description null until the step ends */
                output: Record<string, unknown> | null;
            }[];
        };
        AutomationRunAction: {
            action: "cancel";
        };
        CustomEvent: {
            id: string;
            name: string;
            user_id: string | null;
            email: string | null;
            data: Record<string, unknown>;
            source: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /** @description Number of webhook steps, one after another, that led to this event. Absent if there were none. Above 20, the event starts no automation */
            hops?: number;
        };
        DryEvent: {
            id: null;
            name: string;
            user_id: string | null;
            email: string | null;
            data: Record<string, unknown>;
            source: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /** @description Number of webhook steps, one after another, that led to this event. Absent if there were none. Above 20, the event starts no automation */
            hops?: number;
        };
        DryRun: {
            id: null;
            object: "automation_run";
            automation_id: string;
            /** @description Of the automation when the run began */
            version: number;
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            event_id: null;
            event_name: string;
            email: string | null;
            user_id: string | null;
            /** @description The step that the run is at; of an ended run the last that was begun */
            step_index: number;
            /** @description End of a delay or wait, or the next try */
            next_step_at: string | null;
            /** @description The event that a wait is for */
            waiting_for: string | null;
            ended_reason: ("finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error") | null;
            error: {
                message: string;
                code: string;
                step_index: number;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            started_at: string;
            completed_at: string | null;
            steps: {
                index: number;
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                name: string | null;
                status: "pending" | "running" | "waiting" | "completed" | "skipped" | "failed";
                started_at: string | null;
                completed_at: string | null;
                /** @description null until the step ends */
                output: Record<string, unknown> | null;
            }[];
        };
        EventRequest: {
            /** @description Not beginning with email., contact., automation. */
            name: string;
            user_id?: string;
            /** @description One bare address */
            email?: string;
            /** @description At most 64 KB as JSON, nested at most 5 levels */
            data?: Record<string, unknown>;
            /** @description Sessions of the dashboard only */
            dry_run?: boolean;
            /** @description With dry_run only */
            automation_id?: string;
        };
        Webhook: {
            id: string;
            url: string;
            events: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
            enabled: boolean;
            disabled_reason: ("failing" | "gone" | "tenant_deleted") | null;
            /** @description Only where the endpoint is filtered */
            tenants?: string[];
            description: string | null;
            /** @description Only where the endpoint has some: their names, each value masked */
            headers?: {
                [key: string]: string;
            };
            /** @description Whether failed deliveries of the last 24 hours are replayed once the endpoint answers */
            auto_replay: boolean;
            /** @description The time since which every completed delivery has failed, or null once one succeeds */
            failing_since: string | null;
            /** @description The latest attempt in the last 24 hours */
            last_response: {
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                at: string;
                status_code: number | null;
                /** @description null for a 2xx response */
                error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            } | null;
            /** @description Outcomes of the newest 50 deliveries in the last 24 hours, without test events */
            last_24_hours: {
                delivered: number;
                failed: number;
                /** @description 0 to 1, or null if no delivery has completed */
                failure_rate: number | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
        };
        WebhookDeliveryListed: {
            id: string;
            event_id: string;
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            status: "pending" | "delivered" | "failed";
            /** @description Attempts made, 0-5 */
            attempts: number;
            last_status_code: number | null;
            last_error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            delivered_at: string | null;
            /** @description With include=payload: the body of the request as text, byte for byte; null once it has expired */
            payload?: string | null;
        };
        WebhookDeliveryDetail: {
            id: string;
            event_id: string;
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            status: "pending" | "delivered" | "failed";
            /** @description Attempts made, 0-5 */
            attempts: number;
            last_status_code: number | null;
            last_error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            delivered_at: string | null;
            /** @description Where the last attempt went; null when it is too long to keep */
            url: string | null;
            /** @description The body of the request; null once it has expired */
            payload: Record<string, unknown> | null;
            attempt_log: {
                attempt: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                started_at: string;
                duration_ms: number;
                status_code: number | null;
                error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
                /** @description The first 4 KB of the answer to a failed attempt */
                response_body: string | null;
            }[];
        };
        WebhookDelivery: {
            id: string;
            event_id: string;
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            status: "pending" | "delivered" | "failed";
            /** @description Attempts made, 0-5 */
            attempts: number;
            last_status_code: number | null;
            last_error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            delivered_at: string | null;
        };
        TestEvent: {
            event: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            email_id?: string;
            /** @default true */
            deliver?: boolean;
            tenant?: string;
            /** @description Deliver to this endpoint only, even if it is disabled. Its filters still apply */
            webhook_id?: string;
        };
        Suppression: {
            id: string;
            email: string;
            reason: "bounce" | "complaint" | "unsubscribe" | "manual";
            tenant: string | null;
            source: "event" | "api" | "dashboard" | "import" | "one_click";
            email_id: string | null;
            note: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
        };
        OptOut: {
            id: string;
            email: string;
            category: "product" | "newsletter";
            tenant: string | null;
            email_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
        };
        DomainClaim: {
            id: string;
            name: string;
            /**
             * @description verified: the record is there, and the move is still to be made
             */
            status: "pending" | "verified" | "completed" | "blocked" | "expired";
            /** @description What to publish */
            record: {
                type: "TXT";
                host: string;
                value: string;
            };
            blocked_reason: "recent_owner_activity" | null;
            /** @description What is wrong or still awaited, in one sentence */
            note: string | null;
            /** @description Your new domain, once the claim is completed */
            domain_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            expires_at: string;
        };
        ClaimDomain: {
            name: string;
        };
        ClaimAction: {
            action: "verify";
        };
        Domain: {
            id: string;
            object: "domain";
            name: string;
            status: "pending" | "verified" | "failing" | "failed";
            /** @description external_id of the tenant that owns it */
            tenant?: string;
            sending_enabled: boolean;
            inbound_enabled: boolean;
            open_tracking: boolean;
            click_tracking: boolean;
            tls_mode: "opportunistic" | "enforced";
            tracking_host: string | null;
            region: string;
            /** @description Of the key that mail is signed with */
            dkim_selector: string | null;
            /** @description The last change of the DKIM key */
            dkim_rotation: {
                status: "pending" | "switching" | "reverting" | "retired" | "ended";
                /** @description Of the new key; of retired, the former one */
                selector: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                started_at: string;
                /** @description Of pending: when it ends unless the new record is in DNS */
                ends_at: string | null;
                /** @description Of retired: from when the former record may be removed from DNS */
                remove_after: string | null;
                /** @description Why it ended, in one sentence */
                note: string | null;
            } | null;
            records: components["schemas"]["DomainRecord"][];
            /** @description Who hosts the zone, as the last check saw it */
            dns_host: {
                /** @description null: unknown, or several */
                provider: string | null;
                /** @description Whether records can be written there */
                apply: boolean;
                credentials: "none" | "stored";
            };
            verified_at: string | null;
            last_checked_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
        };
        DomainRecord: {
            /**
             * @description dkim_next and dkim_retired: the key to come and the former one of a rotation
             */
            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
            type: "TXT" | "CNAME" | "MX";
            /** @description The whole name, without a final dot */
            host: string;
            value: string;
            priority: number | null;
            ttl: number;
            required: boolean;
            status: "pending" | "verified" | "missing" | "mismatch" | "error" | "retired";
            /** @description What DNS had there at the last check */
            current: string[] | null;
            /** @description What is wrong or still awaited, in one sentence */
            note: string | null;
        };
        CreateDomain: {
            name: string;
            /** @description external_id or id of a tenant */
            tenant?: string;
            /** @description true: a sub domain that only receives mail */
            inbound_enabled?: boolean;
            region?: string;
            open_tracking?: boolean;
            click_tracking?: boolean;
            tls_mode?: "opportunistic" | "enforced";
        };
        ChangeDomain: {
            open_tracking?: boolean;
            click_tracking?: boolean;
            tls_mode?: "opportunistic" | "enforced";
            /** @description Of a domain that only receives: whether it takes mail at present */
            inbound_enabled?: boolean;
            /** @description The new owner; null: the whole account. Needs a key with the scope full */
            tenant?: string | null;
        };
        DnsPlan: {
            /** @description false: DNS could not be read */
            checked: boolean;
            changes: components["schemas"]["DnsChange"][];
            keep_old_records: string;
        };
        DnsChange: {
            action: "add" | "update" | "keep" | "done";
            type: "TXT" | "CNAME" | "MX";
            host: string;
            value: string;
            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
            /** @description What is there; several values are lines */
            current: string | null;
            note: string | null;
            result: ("written" | "unchanged" | "failed") | null;
            /** @description Why it failed */
            message: string | null;
        };
        DomainAction: {
            action: "verify" | "apply" | "forget_credentials";
            /** @description cloudflare, route53 or digitalocean; detected when absent */
            provider?: string;
            credentials?: {
                /** @description Of Cloudflare or DigitalOcean */
                api_token?: string | null;
                /** @description Of AWS, for Route 53 */
                access_key_id?: string | null;
                secret_access_key?: string | null;
                session_token?: string | null;
            };
            /** @description Stores them encrypted; default false */
            save_credentials?: boolean;
            /** @description Plans by live DNS and writes nothing */
            dry_run?: boolean;
        };
        Migration: {
            id: string | null;
            provider: "sendgrid" | "postmark" | "mailgun";
            region: ("us" | "eu") | null;
            status: "completed" | "partial" | "failed" | "in_progress";
            resources: ("domains" | "webhooks" | "templates" | "suppressions")[];
            dry_run: boolean;
            has_more: boolean;
            next_cursor: string | null;
            retry_after_seconds?: number;
            domains: {
                totals: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                };
                items: {
                    name: string;
                    status: "imported" | "would_import" | "skipped" | "failed";
                    reason: ("already_here" | "owned_by_tenant" | "plan_limit" | "domain_claimed" | "name_refused") | null;
                    message: string | null;
                    domain_id: string | null;
                    records: components["schemas"]["DomainRecord"][];
                    /** @description null in a preview */
                    dns_plan: {
                        checked: boolean;
                        changes: {
                            action: "add" | "update" | "keep" | "done";
                            type: "TXT" | "CNAME" | "MX";
                            host: string;
                            value: string;
                            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
                            /** @description What is there; several values are lines */
                            current: string | null;
                            note: string | null;
                        }[];
                        keep_old_records: string;
                    } | null;
                    dashboard_url: string | null;
                }[];
            };
            webhooks: {
                totals: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                };
                items: {
                    url: string;
                    status: "imported" | "would_import" | "skipped" | "failed";
                    reason: ("already_here" | "no_mapped_event" | "url_refused" | "plan_limit") | null;
                    message: string | null;
                    webhook_id: string | null;
                    enabled: boolean;
                    /** @description Shown once, in the answer that made the endpoint */
                    secret: string | null;
                    events: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
                    unmapped_events: string[];
                }[];
            };
            templates: {
                totals: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                    needs_attention: number;
                };
                items: {
                    name: string;
                    source_id: string;
                    alias: string | null;
                    status: "imported" | "would_import" | "needs_attention" | "skipped" | "failed";
                    reason: string | null;
                    message: string | null;
                    template_id: string | null;
                    published: boolean;
                    variables: string[];
                    notes: string[];
                }[];
            };
            suppressions: {
                totals: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                    already_suppressed: number;
                    bounce: number;
                    complaint: number;
                    unsubscribe: number;
                    manual: number;
                    product_opt_out: number;
                };
                skipped_reasons: {
                    [key: string]: number;
                };
                estimated: boolean;
            };
            errors: {
                resource: "domains" | "webhooks" | "templates" | "suppressions";
                code: string;
                message: string;
                retryable: boolean;
            }[];
            attention: {
                resource: "domains" | "webhooks" | "templates" | "suppressions";
                name: string;
                reason: string;
                action: string;
            }[];
            template_map: {
                source_id: string;
                alias: string;
            }[];
            code_changes: {
                stack: string;
                label: string;
                diff: string;
            }[];
            agent_prompt: string;
            /** @description All of it would be over 5 MB: lists end early, and counts says how many each has */
            truncated?: boolean;
            counts?: {
                domains: number;
                webhooks: number;
                templates: number;
                errors: number;
                attention: number;
                template_map: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
        };
        MigrationSummary: {
            id: string;
            provider: "sendgrid" | "postmark" | "mailgun";
            region: ("us" | "eu") | null;
            status: "completed" | "partial" | "failed" | "in_progress";
            resources: ("domains" | "webhooks" | "templates" | "suppressions")[];
            totals: {
                domains: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                };
                webhooks: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                };
                templates: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                    needs_attention: number;
                };
                suppressions: {
                    found: number;
                    imported: number;
                    skipped: number;
                    failed: number;
                    already_suppressed: number;
                    bounce: number;
                    complaint: number;
                    unsubscribe: number;
                    manual: number;
                    product_opt_out: number;
                };
            };
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
        };
        ApiKey: {
            id: string;
            name: string;
            /** @description external_id */
            tenant: string | null;
            allowed_domains: string[] | null;
            allowed_ips: string[] | null;
            expires_at: string | null;
            /** @description To the minute */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /** @description The first characters of the secret */
            prefix: string;
            scopes: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
        };
        CreateApiKey: {
            name: string;
            scopes: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
            /** @description external_id or id of a tenant */
            tenant?: string;
            allowed_domains?: string[];
            allowed_ips?: string[];
            /**
             * Format: date-time
             * @description YYYY-MM-DDTHH:MM[:SS[.fraction]] with Z or an offset
             */
            expires_at?: string;
        };
        ChangeApiKey: {
            name?: string;
            scopes?: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
            allowed_domains?: string[] | null;
            allowed_ips?: string[] | null;
            expires_at?: string | null;
            tenant?: unknown;
        };
        SmtpCredential: {
            id: string;
            name: string;
            /** @description external_id */
            tenant: string | null;
            allowed_domains: string[] | null;
            allowed_ips: string[] | null;
            expires_at: string | null;
            /** @description To the minute */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            host: string;
            port: number;
            username: string;
        };
        CreateSmtpCredential: {
            name: string;
            /** @description external_id or id of a tenant */
            tenant?: string;
            allowed_domains?: string[];
            allowed_ips?: string[];
            /**
             * Format: date-time
             * @description YYYY-MM-DDTHH:MM[:SS[.fraction]] with Z or an offset
             */
            expires_at?: string;
        };
        Tenant: {
            id: string;
            object: "tenant";
            external_id: string;
            name: string;
            status: "active" | "paused";
            paused_reason: string | null;
            paused_at: string | null;
            pause_source: ("manual" | "automated") | null;
            default_from_domain: string | null;
            stream_policy: "all" | "transactional_only";
            daily_limit: number | null;
            metadata: Record<string, unknown> | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
        };
        CreateTenant: {
            external_id: string;
            /** @description The external_id when absent or empty */
            name?: string;
            default_from_domain?: string;
            stream_policy?: "all" | "transactional_only";
            /** @description Recipients a UTC day */
            daily_limit?: number;
            metadata?: Record<string, unknown>;
        };
        ChangeTenant: {
            /** @description Cannot be changed */
            external_id?: string;
            name?: string | null;
            default_from_domain?: string | null;
            stream_policy?: "all" | "transactional_only";
            daily_limit?: number | null;
            /** @description Replaces the current metadata */
            metadata?: Record<string, unknown> | null;
            status?: "active" | "paused";
            /** @description Why it is paused */
            reason?: string;
        };
        TenantStats: {
            object: "tenant_stats";
            days: number;
            /**
             * Format: date-time
             * @description Midnight (UTC) of the first day; today is the last
             */
            from: string;
            /** @description Accepted, scheduled ones included */
            total: number;
            /** @description Waiting now, of those */
            queued: number;
            /** @description Waiting for their time, of those */
            scheduled: number;
            sent: number;
            delivered: number;
            bounced: number;
            complained: number;
            failed: number;
            suppressed: number;
            opened: number;
            clicked: number;
            /** @description bounced / (delivered + bounced) */
            bounce_rate: number;
            /** @description complained / delivered */
            complaint_rate: number;
        };
        TenantRamp: {
            object: "tenant_ramp";
            active: boolean;
            stage: number;
            /** @description Recipients a UTC day; null when not active */
            daily_limit: {
                transactional: number;
                product: number;
            } | null;
            used_today: {
                transactional: number;
                product: number;
            };
            completed: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            resets_at: string;
        };
        GiveDomain: {
            /** @description Name or id of a domain of the account */
            domain: string;
        };
        Account: {
            id: string;
            name: string;
            email: string;
            plan: "free" | "pro" | "scale" | "dedicated";
            production_unlocked: boolean;
            tenants_enabled: boolean;
            limits: {
                emails_month: number | null;
                emails_day: number | null;
                domains: number;
                tenants: number;
                requests_per_second: number;
                /** @description Bytes uploaded with POST /attachments per UTC day */
                upload_bytes_day: number | null;
                /** @description Scheduled emails that are not due yet */
                scheduled_emails: number | null;
                /** @description Suppressions of the account and its tenants */
                suppressions: number | null;
                /** @description Enabled webhook endpoints */
                enabled_webhooks: number | null;
                /** @description Enabled webhook endpoints per host name */
                webhooks_per_host: number;
            };
            usage: {
                emails_month: number;
                emails_day: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                resets_at: string;
                /** @description null if there is no limit, because it is not counted then */
                upload_bytes_day: number | null;
                /** @description null if there is no limit, because it is not counted then */
                scheduled_emails: number | null;
                /** @description null if there is no limit, because it is not counted then */
                suppressions: number | null;
            };
            /** @description null when the account has no ramp */
            ramp: components["schemas"]["AccountRamp"] | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
        };
        AccountRamp: {
            object: "account_ramp";
            active: boolean;
            stage: number;
            /** @description Recipients a UTC day; null when not active */
            daily_limit: {
                transactional: number;
                product: number;
            } | null;
            used_today: {
                transactional: number;
                product: number;
            };
            completed: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            resets_at: string;
        };
        Usage: {
            days: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            from: string;
            month: {
                used: number;
                included: number | null;
                overage: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                resets_at: string;
            };
            day: {
                used: number;
                limit: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                resets_at: string;
            };
            /** @description absent for a tenant */
            sandbox?: {
                day: {
                    used: number;
                    limit: number;
                };
                month: {
                    used: number;
                    limit: number;
                };
            };
            /** @description absent for a tenant */
            resources?: {
                domains: {
                    used: number;
                    limit: number;
                };
                tenants: {
                    used: number;
                    limit: number;
                };
                webhooks: {
                    used: number;
                    limit: number;
                };
                templates: {
                    used: number;
                    limit: number;
                };
                automations: {
                    used: number;
                    limit: number;
                };
            };
            /** @description One row for each day, oldest first */
            daily: {
                /** Format: date */
                date: string;
                accepted: number;
                sent: number;
                delivered: number;
                bounced: number;
                complained: number;
            }[];
        };
        Deliverability: {
            days: number;
            sent: number;
            delivered: number;
            bounced: number;
            complained: number;
            /** @description bounced / (delivered + bounced) */
            bounce_rate: number;
            /** @description complained / delivered */
            complaint_rate: number;
            status: "healthy" | "warning" | "at_risk";
            thresholds: {
                bounce_rate: number;
                complaint_rate: number;
            };
            /** @description the mail that waits, queued for up to 24 hours, since Amazon SES takes no more in 24 hours */
            waiting_for_quota: ("bulk" | "all") | null;
            /** @description At most 100, the one that sent most first */
            by_domain: {
                domain: string;
                sent: number;
                delivered: number;
                bounced: number;
                complained: number;
            }[];
            by_provider: {
                provider: "gmail.com" | "outlook.com" | "yahoo.com" | "icloud.com" | "aol.com" | "proton.me" | "gmx" | "web.de" | "mail.ru" | "qq.com" | "orange.fr" | "other";
                delivered: number;
                deferred: number;
                bounced: number;
            }[];
        };
        ReceivedEmailSummary: {
            /** @description `inb_` id */
            id: string;
            /** @description Empty when the message names no sender */
            from: string;
            to: string[];
            cc: string[];
            /** @description Envelope recipients on domains of the account */
            rcpt_to: string[];
            /** @description What follows the first `+` of the first address in rcpt_to that has one */
            mailbox_hash: string | null;
            subject: string;
            /** @description What the author wrote, without quotes and signature; null when nothing is left */
            reply_text: string | null;
            status: "received";
            message_id: string | null;
            in_reply_to: string | null;
            references: string[];
            spam_status: "pass" | "fail" | "unknown";
            attachment_count: number;
            attachments: {
                filename: string;
                content_type: string;
                size: number;
            }[];
            /** @description Bytes of the message */
            size: number;
            received_at: string;
            /** @description Why the message could not be read to its end */
            parse_error: ("limits" | "time" | "malformed" | "internal") | null;
            /** @description Something was cut: the record by id has all, and raw_url what that has cut */
            truncated?: boolean;
            /** @description external_id of the tenant that owns the domain */
            tenant?: string;
        };
        ReceivedEmail: {
            /** @description `inb_` id */
            id: string;
            /** @description Empty when the message names no sender */
            from: string;
            to: string[];
            cc: string[];
            /** @description Envelope recipients on domains of the account */
            rcpt_to: string[];
            /** @description What follows the first `+` of the first address in rcpt_to that has one */
            mailbox_hash: string | null;
            subject: string;
            /** @description What the author wrote, without quotes and signature; null when nothing is left */
            reply_text: string | null;
            status: "received";
            message_id: string | null;
            in_reply_to: string | null;
            references: string[];
            spam_status: "pass" | "fail" | "unknown";
            attachment_count: number;
            attachments: {
                filename: string;
                content_type: string;
                size: number;
                content_id: string | null;
                disposition: "inline" | "attachment";
                /** @description Base64; null where the answer would be too large */
                data: string | null;
                download_url: string;
                download_expires_at: string;
            }[];
            /** @description Bytes of the message */
            size: number;
            received_at: string;
            /** @description Why the message could not be read to its end */
            parse_error: ("limits" | "time" | "malformed" | "internal") | null;
            /** @description Texts, headers or files were cut; raw_url has all */
            truncated: boolean;
            /** @description external_id of the tenant that owns the domain */
            tenant?: string;
            reply_to: string[];
            headers: {
                name: string;
                value: string;
            }[];
            /** @description As it was received: foreign and never cleaned */
            html: string | null;
            text: string | null;
            auth: {
                spf: "pass" | "fail" | "none" | "unknown";
                /**
                 * @description `partial` means that the signature is valid, but its `l=` leaves the end of the body unsigned. DMARC never passes on it
                 */
                dkim: "pass" | "fail" | "none" | "unknown" | "partial";
                dmarc: "pass" | "fail" | "none" | "unknown";
            };
            raw_url: string;
        };
        InboundRoute: {
            id: string;
            domain: string;
            match: string;
            action: "deliver" | "refuse";
            webhook_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            updated_at: string;
        };
        BlockedSender: {
            id: string;
            sender: string;
            domain: string | null;
            tenant: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds
             */
            created_at: string;
        };
        Error: {
            error: {
                message: string;
                code?: string;
                details?: Record<string, unknown>;
                hint?: string;
                docs_url?: string;
                upgrade_url?: string;
            };
        };
    };
    responses: {
        /** @description Error */
        Error: {
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
}
export interface operations {
    getEmails: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
                last_event?: string;
                to?: string;
                from?: string;
                tag?: string;
                subject?: string;
                template?: string;
                category?: "transactional" | "product" | "newsletter";
                message_id?: string;
                since?: string;
                until?: string;
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        emails: components["schemas"]["Email"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postEmails: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        id: string;
                        status: "sent" | "scheduled";
                    };
                };
            };
        };
    };
    postEmailsBatch: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        data: {
                            index: number;
                            id: string | null;
                            status: "sent" | "scheduled" | "failed";
                            error?: {
                                message: string;
                                code?: string;
                                details?: Record<string, unknown>;
                                hint?: string;
                                docs_url?: string;
                                upgrade_url?: string;
                                status: number;
                            };
                        }[];
                    };
                };
            };
        };
    };
    getEmailsId: {
        parameters: {
            query?: {
                include?: "content";
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        email: components["schemas"]["EmailWithContent"];
                    };
                };
            };
        };
    };
    patchEmailsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmail"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        email: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    postEmailsIdResend: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        id: string;
                        status: "sent" | "scheduled";
                        resent_from: string;
                        /** @description Number of attachments of the original email that were left out */
                        attachments_omitted: number;
                    };
                };
            };
        };
    };
    getEmailsIdEvents: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        events: components["schemas"]["EmailEvent"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getEmailsIdRecipients: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        recipients: components["schemas"]["Recipient"][];
                    };
                };
            };
        };
    };
    postAttachments: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachmentRequest"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        attachment: components["schemas"]["Attachment"];
                    };
                };
            };
        };
    };
    getTemplates: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                category?: "transactional" | "product" | "newsletter";
                status?: "draft" | "published";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        templates: components["schemas"]["TemplateSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postTemplates: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRequest"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    getTemplatesTemplate: {
        parameters: {
            query?: {
                version?: "draft" | "published";
            };
            path: {
                template: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    postTemplatesTemplate: {
        parameters: {
            path: {
                template: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateAction"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    } | {
                        preview: components["schemas"]["TemplatePreview"];
                    };
                };
            };
        };
    };
    deleteTemplatesTemplate: {
        parameters: {
            path: {
                template: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    patchTemplatesTemplate: {
        parameters: {
            path: {
                template: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account, not beginning with tpl_; default: slug of the name */
                    alias?: string;
                    name?: string;
                    subject?: string;
                    /** @description At most 2 MB; {{name}} is a placeholder, "" is none */
                    html?: string;
                    /** @description At most 2 MB; {{name}} is a placeholder, "" is none */
                    text?: string;
                    category?: "transactional" | "product" | "newsletter";
                    unsubscribe_enabled?: boolean;
                    /** @description At most 100, 64 KB as JSON */
                    defaults?: {
                        [key: string]: string | number | boolean | null;
                    };
                    publish?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    getAutomations: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "draft" | "active" | "paused";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        automations: components["schemas"]["AutomationSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postAutomations: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationRequest"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    getAutomationsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    postAutomationsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationAction"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    deleteAutomationsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    patchAutomationsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    trigger?: {
                        /** @description Not beginning with email., contact., automation. */
                        event: string;
                        /** @description At most 10 different ones; they end the open runs of the same person */
                        cancel_on_events?: string[] | null;
                        /** @description All of them must hold for an event to begin a run */
                        conditions?: {
                            /** @description event.email, event.data.<key>, steps.<n>.event.data.<key> of an earlier wait */
                            field: string;
                            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                            value?: unknown;
                        }[] | null;
                    };
                    steps?: components["schemas"]["AutomationStep"][];
                    /** @description false: each person enters once; {after_seconds}: again so long after the last time */
                    allow_reentry?: boolean | {
                        after_seconds: number;
                    };
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    getAutomationsIdRuns: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "running" | "waiting" | "completed" | "failed" | "cancelled";
                email?: string;
                event_id?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        runs: components["schemas"]["AutomationRunSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getAutomationsIdRunsRun: {
        parameters: {
            path: {
                id: string;
                run: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        run: components["schemas"]["AutomationRun"];
                    };
                };
            };
        };
    };
    postAutomationsIdRunsRun: {
        parameters: {
            path: {
                id: string;
                run: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationRunAction"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        run: components["schemas"]["AutomationRun"];
                    };
                };
            };
        };
    };
    postEvents: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        event: components["schemas"]["CustomEvent"];
                        matched_automations: number;
                        resumed_runs: number;
                        cancelled_runs: number;
                    } | {
                        event: components["schemas"]["DryEvent"];
                        run: components["schemas"]["DryRun"];
                    };
                };
            };
            202: {
                content: {
                    "application/json": {
                        event: components["schemas"]["CustomEvent"];
                        matched_automations: number;
                        resumed_runs: number;
                        cancelled_runs: number;
                    } | {
                        event: components["schemas"]["DryEvent"];
                        run: components["schemas"]["DryRun"];
                    };
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postWebhooks: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description https, 2,048 characters at most
                     */
                    url: string;
                    /** @description All events when absent */
                    events?: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
                    /** @description true when absent */
                    enabled?: boolean;
                    /** @description external_ids or ids; no filter when absent or empty */
                    tenants?: string[];
                    description?: string;
                    /** @description Headers of your own, 10 at most, sent with every delivery; answers show their names alone */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description Whether failed deliveries of the last 24 hours are replayed once the endpoint answers; true when absent */
                    auto_replay?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        secret: string;
                        /** @description The same secret as the libraries of Standard Webhooks take it */
                        standard_secret: string;
                    };
                };
            };
        };
    };
    getWebhooksId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    postWebhooksId: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    action: "replay_failed" | "rotate_secret";
                    /**
                     * Format: date-time
                     * @description replay_failed, required: 30 days back at most
                     */
                    since?: string;
                    /**
                     * Format: date-time
                     * @description replay_failed: now when absent
                     */
                    until?: string;
                    /**
                     * @description rotate_secret: how long the secret before signs as well; 0 drops it now
                     * @default 86400
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        secret: string;
                        /** @description The same secret as the libraries of Standard Webhooks take it */
                        standard_secret: string;
                    } | {
                        queued: number;
                        has_more: boolean;
                    };
                };
            };
            202: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        secret: string;
                        /** @description The same secret as the libraries of Standard Webhooks take it */
                        standard_secret: string;
                    } | {
                        queued: number;
                        has_more: boolean;
                    };
                };
            };
        };
    };
    deleteWebhooksId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    patchWebhooksId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    /** @description null or [] means all events */
                    events?: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[] | null;
                    enabled?: boolean;
                    /** @description null or [] removes the filter */
                    tenants?: string[] | null;
                    description?: string | null;
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /** @description Whether failed deliveries of the last 24 hours are replayed once the endpoint answers; turning it on also replays failures from while it was off */
                    auto_replay?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    getWebhooksIdDeliveries: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "pending" | "delivered" | "failed";
                event?: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
                since?: string;
                until?: string;
                include?: "payload";
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDeliveryListed"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getWebhooksIdDeliveriesDelivery: {
        parameters: {
            path: {
                id: string;
                delivery: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
    };
    postWebhooksIdDeliveriesDelivery: {
        parameters: {
            path: {
                id: string;
                delivery: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    action: "replay";
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    postEmailsTest: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        event: {
                            id: string;
                            type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
                            /**
                             * Format: date-time
                             * @description ISO 8601 UTC with milliseconds
                             */
                            created_at: string;
                            data: Record<string, unknown>;
                        };
                        deliver: boolean;
                        deliveries: {
                            id: string;
                            webhook_id: string;
                            url: string;
                        }[];
                    };
                };
            };
        };
    };
    getSuppressions: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                email?: string;
                reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        suppressions: components["schemas"]["Suppression"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postSuppressions: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    /** @description An address (C8) */
                    email: string;
                    /**
                     * @default manual
                     */
                    reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                    /** @description external_id or id: that tenant’s list */
                    tenant?: string;
                    note?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
        };
    };
    deleteSuppressions: {
        parameters: {
            query: {
                email: string;
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    postSuppressionsBatch: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    action: "add" | "remove";
                    emails: string[];
                    /**
                     * @default manual
                     */
                    reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                    /** @description external_id or id: that tenant’s list */
                    tenant?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        added: number;
                        removed: number;
                        skipped: number;
                        failed: {
                            email: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    getSuppressionsExport: {
        parameters: {
            query?: {
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/csv": string;
                };
            };
            /** @description Redirect; the header location says where */
            302: {};
        };
    };
    getSuppressionsId: {
        parameters: {
            query?: {
                tenant?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
        };
    };
    getOptOuts: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                email?: string;
                category?: "product" | "newsletter";
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        opt_outs: components["schemas"]["OptOut"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    deleteOptOuts: {
        parameters: {
            query: {
                email: string;
                category: "product" | "newsletter";
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    postDomainsClaims: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimDomain"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
        };
    };
    getDomainsClaimsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
        };
    };
    postDomainsClaimsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimAction"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
        };
    };
    getDomains: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                tenant?: string;
                status?: "pending" | "verified" | "failing" | "failed";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domains: components["schemas"]["Domain"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postDomains: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomain"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    getDomainsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    postDomainsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainAction"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                        /** @description Of verify */
                        verified?: boolean;
                        /** @description Of apply */
                        dns_plan?: components["schemas"]["DnsPlan"];
                        /** @description Of apply: how many records were written */
                        applied?: number;
                    };
                };
            };
        };
    };
    deleteDomainsId: {
        parameters: {
            query?: {
                force?: "true" | "false";
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    patchDomainsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeDomain"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    postDomainsIdRotateDkim: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    deleteDomainsIdRotateDkim: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    getMigrations: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        migrations: components["schemas"]["MigrationSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postMigrations: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    provider: "sendgrid" | "postmark" | "mailgun";
                    /** @description The key of the old provider; never stored */
                    api_key: string;
                    /** @description With postmark: its account token */
                    account_api_key?: string;
                    /**
                     * @description With sendgrid and mailgun: us by default
                     */
                    region?: "us" | "eu";
                    /** @description All four by default */
                    resources?: ("domains" | "webhooks" | "templates" | "suppressions")[];
                    /** @default false */
                    dry_run?: boolean;
                    /** @description next_cursor of the answer before */
                    cursor?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
        };
    };
    getMigrationsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
        };
    };
    getMigrationsIdReport: {
        parameters: {
            query?: {
                format?: "csv" | "json";
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/csv": string;
                    "application/json": {
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
            /** @description Redirect; the header location says where */
            302: {};
        };
    };
    getApiKeys: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        api_keys: components["schemas"]["ApiKey"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postApiKeys: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                        secret: string;
                    };
                };
            };
        };
    };
    getApiKeysId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    deleteApiKeysId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    patchApiKeysId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeApiKey"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    getSmtpCredentials: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        smtp_credentials: components["schemas"]["SmtpCredential"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postSmtpCredentials: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSmtpCredential"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        smtp_credential: components["schemas"]["SmtpCredential"];
                        password: string;
                    };
                };
            };
        };
    };
    getSmtpCredentialsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        smtp_credential: components["schemas"]["SmtpCredential"];
                    };
                };
            };
        };
    };
    deleteSmtpCredentialsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    getTenants: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "active" | "paused";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        tenants: components["schemas"]["Tenant"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postTenants: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTenant"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
        };
    };
    getTenantsTenant: {
        parameters: {
            path: {
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
        };
    };
    deleteTenantsTenant: {
        parameters: {
            path: {
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    patchTenantsTenant: {
        parameters: {
            path: {
                tenant: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeTenant"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
        };
    };
    getTenantsTenantStats: {
        parameters: {
            query?: {
                days?: string;
            };
            path: {
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                        stats: components["schemas"]["TenantStats"];
                        ramp: components["schemas"]["TenantRamp"];
                    };
                };
            };
        };
    };
    getTenantsTenantDomains: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "pending" | "verified" | "failing" | "failed";
            };
            path: {
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domains: components["schemas"]["Domain"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postTenantsTenantDomains: {
        parameters: {
            path: {
                tenant: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveDomain"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    deleteTenantsTenantDomainsDomain: {
        parameters: {
            path: {
                tenant: string;
                domain: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    getAccount: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                days?: string;
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        usage: components["schemas"]["Usage"];
                    };
                };
            };
        };
    };
    getDeliverability: {
        parameters: {
            query?: {
                days?: string;
                tenant?: string;
                domain?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        deliverability: components["schemas"]["Deliverability"];
                    };
                };
            };
        };
    };
    getReceivedEmails: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                domain?: string;
                to?: string;
                from?: string;
                since?: string;
                until?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        received_emails: components["schemas"]["ReceivedEmailSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getReceivedEmailsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        received_email: components["schemas"]["ReceivedEmail"];
                    };
                };
            };
        };
    };
    deleteReceivedEmailsId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    getInboundRoutes: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                domain?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        inbound_routes: components["schemas"]["InboundRoute"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postInboundRoutes: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    /** @description An address, with or without a tag; `support+*@in.example.com` for the address with any tag or none; `*@in.example.com` for all others of the domain */
                    match: string;
                    /**
                     * @description deliver when absent
                     * @default deliver
                     */
                    action?: "deliver" | "refuse";
                    /** @description deliver: the only endpoint that gets the mail, one that is subscribed to email.received and has no tenants filter; all endpoints when absent */
                    webhook_id?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
        };
    };
    getInboundRoutesId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
        };
    };
    deleteInboundRoutesId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    patchInboundRoutesId: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    action?: "deliver" | "refuse";
                    /** @description deliver: the only endpoint that gets the mail, one that is subscribed to email.received and has no tenants filter; null: all endpoints */
                    webhook_id?: string | null;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
        };
    };
    getBlockedSenders: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        blocked_senders: components["schemas"]["BlockedSender"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postBlockedSenders: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    /** @description An address, or a domain, which has its subdomains with it */
                    sender: string;
                    /** @description id or name of the only domain whose mail is refused; all of them when absent */
                    domain?: string;
                    /** @description external_id or id of the tenant whose mail is refused; when absent that of the whole account, with a key of a tenant that of this tenant */
                    tenant?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
        };
    };
    getBlockedSendersId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
        };
    };
    deleteBlockedSendersId: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    getOpenapiJson: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
        };
    };
    getTOToken: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "image/gif": string;
                };
            };
        };
    };
    getTCToken: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            /** @description Redirect; the header location says where */
            302: {};
        };
    };
    getUnsubscribeToken: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/html": string;
                };
            };
            /** @description A page that says why */
            404: {
                content: {
                    "text/html": string;
                };
            };
        };
    };
    postUnsubscribeToken: {
        parameters: {
            path: {
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    "List-Unsubscribe": "One-Click";
                } | {
                    confirm: "1";
                };
                "multipart/form-data": {
                    "List-Unsubscribe": "One-Click";
                } | {
                    confirm: "1";
                };
            };
        };
        responses: {
            200: {
                content: {
                    "text/html": string;
                };
            };
            /** @description A page that says why */
            400: {
                content: {
                    "text/html": string;
                };
            };
            /** @description A page that says why */
            404: {
                content: {
                    "text/html": string;
                };
            };
        };
    };
    postDoctorToken: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        ok: true;
                    };
                };
            };
        };
    };
    postListen: {
        parameters: {};
        responses: {
            /** @description Success, without a body */
            204: {};
        };
    };
    onEmailReceived: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.received";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        cc: string[];
                        rcpt_to: string[];
                        mailbox_hash: string | null;
                        subject: string | null;
                        reply_text: string | null;
                        message_id: string | null;
                        in_reply_to: string | null;
                        references: string[];
                        spam_status: string;
                        attachment_count: number;
                        attachments: {
                            filename: string | null;
                            content_type: string;
                            size: number;
                        }[];
                        size: number;
                        received_at: string;
                        parse_error: string | null;
                        tenant?: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailSent: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.sent";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        sent_at: string;
                        cc: string[];
                        recipient_count: number;
                        original_message_id: string | null;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailDelivered: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.delivered";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        recipient: string;
                        delivered_at: string;
                        smtp_response: string | null;
                        remote_mta: string | null;
                        processing_ms: number | null;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailDeliveryDelayed: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.delivery_delayed";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        recipient?: string;
                        recipient_count?: number;
                        delay_reason: string | null;
                        delay_type: string;
                        retry_until: string | null;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailBounced: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.bounced";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        recipient: string;
                        bounce_type: "hard" | "block" | "soft";
                        bounce_reason: string | null;
                        smtp_code: number | null;
                        enhanced_code: string | null;
                        bounced_at: string;
                        suppressed: boolean;
                        suppression_id: string | null;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailComplained: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.complained";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        recipient?: string;
                        complained_at: string;
                        feedback_type: string | null;
                        certain: boolean;
                        suppressed: boolean;
                        suppression_id: string | null;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailOpened: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.opened";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        recipient?: string;
                        opened_at: string;
                        ip: string | null;
                        user_agent: string;
                        machine: boolean;
                        first: boolean;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailClicked: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.clicked";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        recipient?: string;
                        clicked_at: string;
                        url: string;
                        ip: string | null;
                        user_agent: string;
                        machine: boolean;
                        first: boolean;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailFailed: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.failed";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        recipient?: string;
                        recipient_count?: number;
                        bounce_type: ("hard" | "block") | null;
                        failure_reason: string | null;
                        code: string | null;
                        smtp_code: number | null;
                        enhanced_code: string | null;
                        failed_at: string;
                        suppressed: boolean;
                        suppression_id: string | null;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailSuppressed: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.suppressed";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        suppressed: {
                            email: string;
                            reason: string;
                            scope: string;
                            suppression_id: string | null;
                        }[];
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onEmailScheduled: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "email.scheduled";
                    created_at: string;
                    data: {
                        email_id: string;
                        status: string;
                        from: string;
                        to: string[];
                        subject: string;
                        tags: {
                            name: string;
                            value: string;
                        }[];
                        category: string;
                        tenant?: string;
                        message_id: string | null;
                        occurred_at: string;
                        scheduled_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onContactUnsubscribed: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "contact.unsubscribed";
                    created_at: string;
                    data: {
                        email: string;
                        source: "one_click" | "link";
                        scope: "all" | "category";
                        category: string | null;
                        category_label: string | null;
                        suppression_id: string | null;
                        category_opt_out_id: string | null;
                        email_id: string | null;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onAutomationStarted: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "automation.started";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        status: "running" | "completed" | "failed";
                        event_name: string;
                        step_index: number;
                        step_type: string;
                        error: {
                            message: string;
                            code: string;
                            step_index: number;
                        } | null;
                        occurred_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onAutomationStepCompleted: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "automation.step_completed";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        status: "running" | "completed" | "failed";
                        event_name: string;
                        step_index: number;
                        step_type: string;
                        error: {
                            message: string;
                            code: string;
                            step_index: number;
                        } | null;
                        occurred_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onAutomationCompleted: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "automation.completed";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        status: "running" | "completed" | "failed";
                        event_name: string;
                        step_index: number;
                        step_type: string;
                        error: {
                            message: string;
                            code: string;
                            step_index: number;
                        } | null;
                        occurred_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onAutomationFailed: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "automation.failed";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        status: "running" | "completed" | "failed";
                        event_name: string;
                        step_index: number;
                        step_type: string;
                        error: {
                            message: string;
                            code: string;
                            step_index: number;
                        } | null;
                        occurred_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onTenantPaused: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "tenant.paused";
                    created_at: string;
                    data: {
                        tenant: string;
                        tenant_id: string;
                        name: string;
                        paused_reason: string | null;
                        pause_source: "automated" | "manual";
                        occurred_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
    onDomainFailing: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    type: "domain.failing";
                    created_at: string;
                    data: {
                        domain_id: string;
                        name: string;
                        records: {
                            purpose: string;
                            status: "missing" | "mismatch";
                        }[];
                        occurred_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {};
        };
    };
}
