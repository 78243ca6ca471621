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
            /** @description The sender, on a verified domain: `address`, `Name <address>`, or an object. A tenant with `default_from_domain` can leave out the domain. */
            from: string | {
                /** @description The sender's address. */
                email: string;
                /** @description The display name, up to 200 characters. */
                name?: string | null;
            };
            /** @description One address or a list. `to`, `cc`, and `bcc` together take up to 50 different addresses. */
            to: string | string[];
            /** @description One address or a list. Counts toward the 50 recipients. */
            cc?: string | string[];
            /** @description One address or a list. Other recipients can't see these. Counts toward the 50 recipients. */
            bcc?: string | string[];
            /** @description Where replies go: one address or a list of up to 10. */
            reply_to?: string | string[];
            /** @description Up to 998 characters. Required unless a template supplies it. Overrides the template's subject. */
            subject?: string;
            /** @description The HTML body, up to 2 MB. Without a template, `html` or `text` is required. */
            html?: string;
            /** @description The plain-text body, up to 2 MB. Derived from `html` when absent. */
            text?: string;
            /** @description Up to 10 labels for filtering, as a list or an object. An object's whole-number names come first, so use a list where order matters. */
            tags?: {
                /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                name: string;
                /** @description Up to 256 printable characters. */
                value: string;
            }[] | {
                [key: string]: string;
            };
            /** @description Your own headers, by name. A `Message-ID` is sent in `References` and kept as `original_message_id`, because SES sets its own. */
            headers?: {
                [key: string]: string;
            };
            /** @description Up to 10 files, each with `data` or with the `id` of an upload. Not allowed in batches or scheduled emails. */
            attachments?: {
                /** @description The file name. Leave it out when you give `id`. */
                name?: string;
                /** @description The MIME type. Derived from the file extension when absent. */
                content_type?: string;
                /** @description The file in standard base64, up to 10 MB decoded. Leave it out when you give `id`. */
                data?: string;
                /** @description A file uploaded with `POST /attachments`, `att_…`. */
                id?: string;
                /** @description Makes the file inline: refer to it as `<img src="cid:…">`. */
                content_id?: string;
            }[];
            /** @description Adds one-click unsubscribe headers and fills in `{{unsubscribe_url}}`. Defaults to the template's setting, or false. */
            unsubscribe?: boolean;
            /**
             * @description What a recipient can unsubscribe from separately. Defaults to the template's category, or `transactional`.
             */
            category?: "transactional" | "product" | "newsletter";
            /**
             * Format: date-time
             * @description When to send, up to 90 days ahead. ISO 8601, with `Z` or an offset. Sends at once when absent.
             */
            scheduled_at?: string;
            /** @description Sends a published template in place of `html` and `text`. */
            template?: {
                /** @description The template's alias, or its `tpl_…` id. */
                id: string;
                /** @description Values for the template's placeholders: strings, numbers, booleans, or null. Up to 100, 64 KB as JSON. */
                variables?: {
                    [key: string]: string | number | boolean | null;
                } | null;
            };
            /** @description The tenant to send for, by `external_id` or `ten_…` id. Defaults to the owner of the sending domain. */
            tenant?: string;
        };
        BatchRequest: {
            /** @description 1 to 100 emails, each as in `POST /emails` but without attachments. A refused email doesn't affect the others. */
            emails: components["schemas"]["SendRequest"][];
        };
        Email: {
            /** @description The email's id, `msg_…`. */
            id: string;
            /** @description The sender, as you gave it. */
            from: string;
            /** @description The `To` recipients. */
            to: string[];
            /** @description The `Cc` recipients. */
            cc: string[];
            /** @description The `Bcc` recipients. */
            bcc: string[];
            /** @description Where replies go. */
            reply_to: string[];
            /** @description The subject as sent, with placeholders filled in. */
            subject: string;
            /**
             * @description How far the email has come. `delivered` means at least one recipient's mailbox provider accepted it.
             */
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            /** @description The most significant event so far, such as `opened` or `complained`. */
            last_event: string;
            /** @description The receiving server's own words, up to 1,000 characters. Null if nothing bounced. */
            bounce_reason: string | null;
            /** @description The labels you gave it. */
            tags: {
                /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                name: string;
                /** @description Up to 256 printable characters. */
                value: string;
            }[];
            /** @description The attached files, without their content. Empty for emails accepted before release 0.2. */
            attachments: {
                /** @description The file name. */
                name: string;
                /** @description The MIME type. */
                content_type: string;
                /** @description The size in bytes. */
                size: number;
            }[];
            /**
             * @description What a recipient leaves by unsubscribing. `transactional` suppresses the address.
             */
            category: "transactional" | "product" | "newsletter";
            /** @description The alias of the template it was made from. Null without one. */
            template: string | null;
            /** @description The `Message-ID` header that Amazon SES set. Null until SES accepts the email. */
            message_id: string | null;
            /** @description The `Message-ID` that you set, over SMTP or in `headers`. It is sent in `References`, so replies include it. */
            original_message_id: string | null;
            /** @description The email that this one repeats, `msg_…`. Null if it isn't a resend. */
            resent_from: string | null;
            /**
             * @description What created it: a request, SMTP, an automation, a resend, or the dashboard.
             */
            source: "api" | "smtp" | "automation" | "resend" | "dashboard";
            /** @description Why it failed. Null unless it did. */
            failure_reason: string | null;
            /** @description When it is due, or was. Null if it wasn't scheduled. */
            scheduled_at: string | null;
            /** @description When you cancelled it. Null unless you did. */
            cancelled_at: string | null;
            /** @description When Amazon SES accepted it. Null before that. */
            sent_at: string | null;
            /** @description When the first recipient's mailbox provider accepted it. Null before that. */
            delivered_at: string | null;
            /** @description When the first recipient bounced. Null if none did. */
            bounced_at: string | null;
            /** @description When it failed. Null unless it did. */
            failed_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description The tenant it was sent for, by `external_id`. Absent for the account's own email. Null once the tenant is deleted. */
            tenant?: string | null;
        };
        EmailWithContent: {
            /** @description The email's id, `msg_…`. */
            id: string;
            /** @description The sender, as you gave it. */
            from: string;
            /** @description The `To` recipients. */
            to: string[];
            /** @description The `Cc` recipients. */
            cc: string[];
            /** @description The `Bcc` recipients. */
            bcc: string[];
            /** @description Where replies go. */
            reply_to: string[];
            /** @description The subject as sent, with placeholders filled in. */
            subject: string;
            /**
             * @description How far the email has come. `delivered` means at least one recipient's mailbox provider accepted it.
             */
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            /** @description The most significant event so far, such as `opened` or `complained`. */
            last_event: string;
            /** @description The receiving server's own words, up to 1,000 characters. Null if nothing bounced. */
            bounce_reason: string | null;
            /** @description The labels you gave it. */
            tags: {
                /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                name: string;
                /** @description Up to 256 printable characters. */
                value: string;
            }[];
            /** @description The attached files, without their content. Empty for emails accepted before release 0.2. */
            attachments: {
                /** @description The file name. */
                name: string;
                /** @description The MIME type. */
                content_type: string;
                /** @description The size in bytes. */
                size: number;
            }[];
            /**
             * @description What a recipient leaves by unsubscribing. `transactional` suppresses the address.
             */
            category: "transactional" | "product" | "newsletter";
            /** @description The alias of the template it was made from. Null without one. */
            template: string | null;
            /** @description The `Message-ID` header that Amazon SES set. Null until SES accepts the email. */
            message_id: string | null;
            /** @description The `Message-ID` that you set, over SMTP or in `headers`. It is sent in `References`, so replies include it. */
            original_message_id: string | null;
            /** @description The email that this one repeats, `msg_…`. Null if it isn't a resend. */
            resent_from: string | null;
            /**
             * @description What created it: a request, SMTP, an automation, a resend, or the dashboard.
             */
            source: "api" | "smtp" | "automation" | "resend" | "dashboard";
            /** @description Why it failed. Null unless it did. */
            failure_reason: string | null;
            /** @description When it is due, or was. Null if it wasn't scheduled. */
            scheduled_at: string | null;
            /** @description When you cancelled it. Null unless you did. */
            cancelled_at: string | null;
            /** @description When Amazon SES accepted it. Null before that. */
            sent_at: string | null;
            /** @description When the first recipient's mailbox provider accepted it. Null before that. */
            delivered_at: string | null;
            /** @description When the first recipient bounced. Null if none did. */
            bounced_at: string | null;
            /** @description When it failed. Null unless it did. */
            failed_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description The tenant it was sent for, by `external_id`. Absent for the account's own email. Null once the tenant is deleted. */
            tenant?: string | null;
            /** @description With `include=content`: the HTML as sent. Null if there is none, or once it has expired. */
            html?: string | null;
            /** @description With `include=content`: the plain text as sent. Null if there is none, or once it has expired. */
            text?: string | null;
            /** @description `html` and `text` together exceed 4 MB, so each is cut to about 2 MB. */
            truncated?: boolean;
        };
        ChangeEmail: {
            /**
             * Format: date-time
             * @description The new time, up to 90 days ahead. ISO 8601, with `Z` or an offset.
             */
            scheduled_at?: string;
            /**
             * @description Cancels the scheduled email. Give this or `scheduled_at`.
             */
            cancel?: true;
        };
        EmailEvent: {
            /** @description The event's id, `evt_…`. Its webhook has the same one. */
            id: string;
            /**
             * @description What happened. Some types, such as `email.queued`, appear here only and have no webhook.
             */
            type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing" | "email.queued" | "email.cancelled" | "email.rescheduled" | "email.unsubscribed";
            /** @description The address it is about. Null if it is about the whole email. */
            recipient: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurred_at: string;
            /** @description What the webhook's `data` adds for this type. */
            data: Record<string, unknown>;
        };
        Recipient: {
            /** @description The recipient's address, without a display name. */
            email: string;
            /**
             * @description The field it was in.
             */
            kind: "to" | "cc" | "bcc";
            /**
             * @description How far the email has come for this recipient.
             */
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            /** @description The most significant event for this recipient so far. */
            last_event: string;
            /** @description `hard`, `soft`, or `block`. Null if delivery didn't fail. */
            bounce_type: string | null;
            /** @description Why delivery failed, in the receiving server's own words. Null if it didn't. */
            bounce_reason: string | null;
            /** @description When the mailbox provider accepted it. Null before that. */
            delivered_at: string | null;
            /** @description The first open by a person, not a machine. Null if there is none or several recipients share the email. */
            opened_at: string | null;
            /** @description The first click by a person, not a machine. Null if there is none or several recipients share the email. */
            clicked_at: string | null;
            /** @description Opens by people. Machines are not counted. */
            opens: number;
            /** @description Clicks by people. Machines are not counted. */
            clicks: number;
        };
        Attachment: {
            /** @description Use it as `attachments[].id` for 24 hours, `att_…`. */
            id: string;
            /** @description The file name. */
            name: string;
            /** @description The MIME type. Send exactly this with the upload. */
            content_type: string;
            /** @description The size in bytes. */
            size: number;
            /**
             * Format: uri
             * @description `PUT` the bytes here with the headers `Content-Type: <content_type>` and `If-None-Match: *`. Only the first upload counts.
             */
            upload_url: string;
            /**
             * Format: date-time
             * @description When `upload_url` stops working, an hour after it was made.
             */
            expires_at: string;
        };
        AttachmentRequest: {
            /** @description The file name. Extensions such as `.exe` and `.js` are refused. */
            name: string;
            /** @description The MIME type. Derived from the file extension when absent. */
            content_type?: string;
            /** @description The exact size in bytes, up to 10 MB. */
            size: number;
        };
        Template: {
            /** @description The template's id, `tpl_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "template";
            /** @description The name that sends refer to it by. Unique in the account. */
            alias: string;
            /** @description The name shown in the dashboard. */
            name: string;
            /** @description The subject, with placeholders such as `{{name}}`. */
            subject: string;
            /**
             * @description The category of emails made from it, unless a send says otherwise.
             */
            category: "transactional" | "product" | "newsletter";
            /** @description Whether emails made from it have one-click unsubscribe, unless a send says otherwise. */
            unsubscribe_enabled: boolean;
            /**
             * @description `draft` until the first publish and after an unpublish.
             */
            status: "draft" | "published";
            /** @description Whether sends can use it. */
            published: boolean;
            /** @description The placeholders in `subject`, `html`, and `text`. */
            variables: string[];
            /** @description Values for placeholders that a send leaves out. */
            defaults: {
                [key: string]: string;
            };
            /** @description How many times it has been published. */
            version: number;
            /** @description Whether there is a draft newer than the published version. */
            has_unpublished_changes: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description When it was last published. Null before that. */
            published_at: string | null;
            /** @description The HTML body, with placeholders. Null without one. */
            html: string | null;
            /** @description The plain-text body, with placeholders. Null without one. */
            text: string | null;
            /** @description Likely mistakes in `html` and `text`, such as an encoded placeholder that no send fills in. */
            warnings: string[];
        };
        TemplateRequest: {
            /** @description The name that sends refer to it by. Unique, and can't begin with `tpl_`. Derived from `name` when absent on create. */
            alias?: string;
            /** @description The name shown in the dashboard. */
            name: string;
            /** @description The subject. `{{name}}` is a placeholder. */
            subject: string;
            /** @description The HTML body, up to 2 MB. `{{name}}` is a placeholder, escaped when filled in. An empty string means none. */
            html?: string;
            /** @description The plain-text body, up to 2 MB. `{{name}}` is a placeholder. An empty string means none. */
            text?: string;
            /**
             * @description The category of emails made from it. Default `transactional`.
             */
            category?: "transactional" | "product" | "newsletter";
            /** @description Adds one-click unsubscribe to emails made from it. Default false. */
            unsubscribe_enabled?: boolean;
            /** @description Values for placeholders that a send leaves out. Up to 100, 64 KB as JSON. */
            defaults?: {
                [key: string]: string | number | boolean | null;
            };
            /** @description Publishes it in the same request, so sends can use it at once. Default false. */
            publish?: boolean;
        };
        TemplateSummary: {
            /** @description The template's id, `tpl_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "template";
            /** @description The name that sends refer to it by. Unique in the account. */
            alias: string;
            /** @description The name shown in the dashboard. */
            name: string;
            /** @description The subject, with placeholders such as `{{name}}`. */
            subject: string;
            /**
             * @description The category of emails made from it, unless a send says otherwise.
             */
            category: "transactional" | "product" | "newsletter";
            /** @description Whether emails made from it have one-click unsubscribe, unless a send says otherwise. */
            unsubscribe_enabled: boolean;
            /**
             * @description `draft` until the first publish and after an unpublish.
             */
            status: "draft" | "published";
            /** @description Whether sends can use it. */
            published: boolean;
            /** @description The placeholders in `subject`, `html`, and `text`. */
            variables: string[];
            /** @description Values for placeholders that a send leaves out. */
            defaults: {
                [key: string]: string;
            };
            /** @description How many times it has been published. */
            version: number;
            /** @description Whether there is a draft newer than the published version. */
            has_unpublished_changes: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description When it was last published. Null before that. */
            published_at: string | null;
        };
        TemplatePreview: {
            /** @description The filled-in subject. */
            subject: string;
            /** @description The filled-in HTML. Null without an HTML body. */
            html: string | null;
            /** @description The filled-in plain text. Null without a text body. */
            text: string | null;
            /** @description Placeholders without a value. A send with these variables is refused. */
            missing_variables: string[];
            /** @description Variables you gave that the template doesn't use. */
            unused_variables: string[];
        };
        TemplateAction: {
            /**
             * @description What to do with the template.
             */
            action: "publish" | "unpublish" | "duplicate" | "preview";
            /** @description For `duplicate`: the copy's alias. Default `<alias>-copy`. */
            alias?: string;
            /** @description For `duplicate`: the copy's name. Defaults to the same name. */
            name?: string;
            /** @description For `preview`: values for the placeholders. Up to 100, 64 KB as JSON. */
            variables?: {
                [key: string]: string | number | boolean | null;
            };
            /**
             * @description For `preview`: which version. Defaults to the draft if there is one.
             */
            version?: "draft" | "published";
        };
        Automation: {
            /** @description The automation's id, `aut_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "automation";
            /** @description The name shown in the dashboard and in webhooks. */
            name: string;
            /**
             * @description Only `active` automations start runs.
             */
            status: "draft" | "active" | "paused";
            /** @description Goes up with each activation. 0 before the first one. */
            version: number;
            /** @description Which events start a run. */
            trigger: {
                /** @description The name of the event that starts a run. */
                event: string;
                /** @description Events that end the same person's open runs. */
                cancel_on_events: string[];
                /** @description Conditions on the event, all of which must hold. */
                conditions: components["schemas"]["AutomationRule"][];
            };
            /** @description Whether the same person can start another run, or how long after the last one. */
            allow_reentry: boolean | {
                /** @description How long after the last entry the same person can enter again. */
                after_seconds: number;
            };
            /** @description How many runs there are by status, up to a minute late. */
            runs: {
                /** @description Runs at work on a step. */
                running: number;
                /** @description Runs in a delay or waiting for an event. */
                waiting: number;
                /** @description Runs that reached their end. */
                completed: number;
                /** @description Runs that stopped at an error. */
                failed: number;
                /** @description Runs that were cancelled. */
                cancelled: number;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description When it was last activated. Null before that. */
            activated_at: string | null;
            /** @description The steps in order, as in the request, with defaults filled in. */
            steps: {
                /**
                 * @description The kind of step.
                 */
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                /** @description Your name for the step. Null without one. */
                name: string | null;
            }[];
        };
        AutomationRule: {
            /** @description What to look at, such as `event.data.plan`. */
            field: string;
            /**
             * @description How to compare.
             */
            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
            /** @description What to compare with. Absent for `exists` and `not_exists`. */
            value?: unknown;
        };
        AutomationRequest: {
            /** @description The name shown in the dashboard and in webhooks, 1 to 100 characters. */
            name: string;
            /** @description Which events start a run. */
            trigger: {
                /** @description The name of the event that starts a run. `email.`, `contact.`, and `automation.` are reserved prefixes. */
                event: string;
                /** @description Up to 10 events that end the same person's open runs. */
                cancel_on_events?: string[] | null;
                /** @description Up to 20 conditions on the event, all of which must hold. */
                conditions?: {
                    /** @description What to look at: `event.email`, `event.data.<key>`, or `steps.<n>.event.data.<key>` of an earlier wait. */
                    field: string;
                    /**
                     * @description How to compare. A missing field and null are the same.
                     */
                    operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                    /** @description What to compare with: a list for `in`, nothing for `exists` and `not_exists`. Can include references. */
                    value?: unknown;
                }[] | null;
            };
            /** @description 1 to 50 steps, carried out in order. */
            steps: components["schemas"]["AutomationStep"][];
            /** @description Whether the same person can start another run. `false` allows one ever, `{after_seconds}` another one later. */
            allow_reentry?: boolean | {
                /** @description Seconds after the last entry before the same person can enter again, up to 365 days. */
                after_seconds: number;
            };
        };
        AutomationStep: {
            /**
             * @description The kind of step.
             */
            type: "send_email";
            /** @description Your name for the step, shown in its runs. Up to 100 characters. */
            name?: string | null;
            /** @description A name for `skip_to` to refer to: 1 to 64 letters, digits, `_`, or `-`. */
            id?: string;
            /** @description The sender, as in `POST /emails`. Only the display name can include references. */
            from: string | {
                /** @description The sender's address, without references. */
                email: string;
                /** @description The display name, up to 200 characters. Can include references. */
                name?: string | null;
            };
            /**
             * @description For `send_email`: one address or up to 10. For `send_sms`: one number, such as +41791234567.
             * @default {{event.email}}
             */
            to?: string | string[];
            /** @description Sends a published template in place of `html` and `text`. */
            template?: {
                /** @description The template's alias, or its `tpl_…` id. */
                id: string;
                /** @description Values for the template's placeholders, up to 100. Can include references, such as `{{event.data.name}}`. */
                variables?: {
                    [key: string]: string | number | boolean | null;
                } | null;
            };
            /** @description Up to 998 characters. Required without a template. Can include references. */
            subject?: string;
            /** @description The HTML body, up to 262,144 characters. References are escaped when filled in. */
            html?: string;
            /** @description For `send_email`: the plain-text body. For `send_sms`: the message, up to 1,600 bytes once filled in. */
            text?: string;
            /** @description Where replies go: one address or up to 10. */
            reply_to?: string | string[];
            /** @description Up to 10 labels for the email, as a list or an object. */
            tags?: {
                /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                name: string;
                /** @description Up to 2,000 characters here, cut to 256 once references are filled in. */
                value: string;
            }[];
            /**
             * @description What a recipient can unsubscribe from separately. Defaults to the template's category, or `transactional`.
             */
            category?: "transactional" | "product" | "newsletter";
            /** @description Adds one-click unsubscribe headers and fills in `{{unsubscribe_url}}`. */
            unsubscribe?: boolean;
            /** @description The tenant to send for, by `external_id` or `ten_…` id. Can include references. */
            tenant?: string;
            /** @description Not supported in automations. */
            cc?: unknown;
            /** @description Not supported in automations. */
            bcc?: unknown;
            /** @description For `webhook`: up to 20 headers to send. Not supported for `send_email`. */
            headers?: unknown;
            /** @description Not supported in automations. */
            attachments?: unknown;
            /** @description Not supported in automations. Use a `delay` step. */
            scheduled_at?: unknown;
        } | {
            /**
             * @description The kind of step.
             */
            type: "send_sms";
            /** @description Your name for the step, shown in its runs. Up to 100 characters. */
            name?: string | null;
            /** @description A name for `skip_to` to refer to: 1 to 64 letters, digits, `_`, or `-`. */
            id?: string;
            /** @description For `send_email`: one address or up to 10. For `send_sms`: one number, such as +41791234567. */
            to: string;
            /** @description For `send_email`: the plain-text body. For `send_sms`: the message, up to 1,600 bytes once filled in. */
            text: string;
        } | {
            /**
             * @description The kind of step.
             */
            type: "delay";
            /** @description Your name for the step, shown in its runs. Up to 100 characters. */
            name?: string | null;
            /** @description A name for `skip_to` to refer to: 1 to 64 letters, digits, `_`, or `-`. */
            id?: string;
            /** @description How long to wait, up to 365 days. Give one of `seconds`, `until`, or `between`. */
            seconds?: number;
            /** @description When to go on: a time in ISO 8601, or a reference such as `{{event.data.trial_ends_at}}`. */
            until?: string;
            /** @description Seconds to add to `until`. Negative goes on earlier. */
            offset_seconds?: number;
            /** @description Go on between these two times of day, such as `["08:00", "20:00"]`. The second can be past midnight. */
            between?: [
                string,
                string
            ];
            /** @description The time zone of `between`, such as `Europe/Zurich`, or a reference. */
            time_zone?: string;
        } | {
            /**
             * @description The kind of step.
             */
            type: "wait_for_event";
            /** @description Your name for the step, shown in its runs. Up to 100 characters. */
            name?: string | null;
            /** @description A name for `skip_to` to refer to: 1 to 64 letters, digits, `_`, or `-`. */
            id?: string;
            /** @description The name of the event to wait for. Only events posted after the wait began count. */
            event: string;
            /** @description How long to wait for the event, up to 365 days. */
            timeout_seconds: number;
            /**
             * @description What to do when the event doesn't come: complete the run, go on, or fail it. Default `end`.
             * @default end
             */
            on_timeout?: "continue" | "end" | "fail";
            /** @description Waits only for events with this value. */
            match?: {
                /** @description The field of the awaited event: `email`, `user_id`, or `data.<key>`. */
                field: string;
                /** @description The value that the field must have. Can include references. */
                equals: string | number | boolean;
            };
        } | {
            /**
             * @description The kind of step.
             */
            type: "condition";
            /** @description Your name for the step, shown in its runs. Up to 100 characters. */
            name?: string | null;
            /** @description A name for `skip_to` to refer to: 1 to 64 letters, digits, `_`, or `-`. */
            id?: string;
            /** @description 1 to 20 conditions, all of which must hold. Give `all` or `any`. */
            all?: {
                /** @description What to look at: `event.email`, `event.data.<key>`, or `steps.<n>.event.data.<key>` of an earlier wait. */
                field: string;
                /**
                 * @description How to compare. A missing field and null are the same.
                 */
                operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                /** @description What to compare with: a list for `in`, nothing for `exists` and `not_exists`. Can include references. */
                value?: unknown;
            }[];
            /** @description 1 to 20 conditions, at least one of which must hold. Give `all` or `any`. */
            any?: {
                /** @description What to look at: `event.email`, `event.data.<key>`, or `steps.<n>.event.data.<key>` of an earlier wait. */
                field: string;
                /**
                 * @description How to compare. A missing field and null are the same.
                 */
                operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                /** @description What to compare with: a list for `in`, nothing for `exists` and `not_exists`. Can include references. */
                value?: unknown;
            }[];
            /** @description The `id` of a later step to go on at when the condition is false. The run ends without it. */
            skip_to?: string;
        } | {
            /**
             * @description The kind of step.
             */
            type: "webhook";
            /** @description Your name for the step, shown in its runs. Up to 100 characters. */
            name?: string | null;
            /** @description A name for `skip_to` to refer to: 1 to 64 letters, digits, `_`, or `-`. */
            id?: string;
            /** @description Where to send the request. References are allowed after the host only. */
            url: string;
            /**
             * @description The HTTP method. Default `POST`.
             * @default POST
             */
            method?: "POST" | "PUT" | "PATCH";
            /** @description For `webhook`: up to 20 headers to send. Not supported for `send_email`. */
            headers?: {
                [key: string]: string;
            };
            /** @description The JSON to send, with references filled in. Defaults to the run and its event. */
            body?: Record<string, unknown> | unknown[];
        };
        AutomationSummary: {
            /** @description The automation's id, `aut_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "automation";
            /** @description The name shown in the dashboard and in webhooks. */
            name: string;
            /**
             * @description Only `active` automations start runs.
             */
            status: "draft" | "active" | "paused";
            /** @description Goes up with each activation. 0 before the first one. */
            version: number;
            /** @description Which events start a run. */
            trigger: {
                /** @description The name of the event that starts a run. */
                event: string;
                /** @description Events that end the same person's open runs. */
                cancel_on_events: string[];
                /** @description Conditions on the event, all of which must hold. */
                conditions: components["schemas"]["AutomationRule"][];
            };
            /** @description Whether the same person can start another run, or how long after the last one. */
            allow_reentry: boolean | {
                /** @description How long after the last entry the same person can enter again. */
                after_seconds: number;
            };
            /** @description How many runs there are by status, up to a minute late. */
            runs: {
                /** @description Runs at work on a step. */
                running: number;
                /** @description Runs in a delay or waiting for an event. */
                waiting: number;
                /** @description Runs that reached their end. */
                completed: number;
                /** @description Runs that stopped at an error. */
                failed: number;
                /** @description Runs that were cancelled. */
                cancelled: number;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description When it was last activated. Null before that. */
            activated_at: string | null;
        };
        AutomationAction: {
            /**
             * @description What to do with the automation. `pause` starts no new runs and lets open ones finish.
             */
            action: "activate" | "pause" | "duplicate";
            /** @description For `pause`: cancels the open runs, too. Default false. */
            cancel_runs?: boolean;
            /** @description For `duplicate`: the copy's name. Default `<name> copy`. */
            name?: string;
        };
        AutomationRunSummary: {
            /** @description The run's id, `run_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "automation_run";
            /** @description The automation, `aut_…`. */
            automation_id: string;
            /** @description The automation's version when the run began. The run keeps it. */
            version: number;
            /**
             * @description `waiting` is in a delay or waiting for an event.
             */
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            /** @description The event that started it, `ae_…`. */
            event_id: string;
            /** @description The name of the event that started it. */
            event_name: string;
            /** @description The person's address. Null if the event had none. */
            email: string | null;
            /** @description Your own id for the person. Null if the event had none. */
            user_id: string | null;
            /** @description The step it is at, from 0, or the last one begun if it has ended. */
            step_index: number;
            /** @description When the delay, the wait, or the pause before a retry ends. Null otherwise. */
            next_step_at: string | null;
            /** @description The name of the event it waits for. Null if it doesn't. */
            waiting_for: string | null;
            /** @description Why it ended. Null while it is open. */
            ended_reason: ("finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error") | null;
            /** @description Why it failed. Null unless it did. */
            error: {
                /** @description What went wrong. Names fields, never values. */
                message: string;
                /** @description A stable code, such as `validation_error`. */
                code: string;
                /** @description The step that failed, from 0. */
                step_index: number;
            } | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /** @description When it ended. Null while it is open. */
            completed_at: string | null;
        };
        AutomationRun: {
            /** @description The run's id, `run_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "automation_run";
            /** @description The automation, `aut_…`. */
            automation_id: string;
            /** @description The automation's version when the run began. The run keeps it. */
            version: number;
            /**
             * @description `waiting` is in a delay or waiting for an event.
             */
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            /** @description The event that started it, `ae_…`. */
            event_id: string;
            /** @description The name of the event that started it. */
            event_name: string;
            /** @description The person's address. Null if the event had none. */
            email: string | null;
            /** @description Your own id for the person. Null if the event had none. */
            user_id: string | null;
            /** @description The step it is at, from 0, or the last one begun if it has ended. */
            step_index: number;
            /** @description When the delay, the wait, or the pause before a retry ends. Null otherwise. */
            next_step_at: string | null;
            /** @description The name of the event it waits for. Null if it doesn't. */
            waiting_for: string | null;
            /** @description Why it ended. Null while it is open. */
            ended_reason: ("finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error") | null;
            /** @description Why it failed. Null unless it did. */
            error: {
                /** @description What went wrong. Names fields, never values. */
                message: string;
                /** @description A stable code, such as `validation_error`. */
                code: string;
                /** @description The step that failed, from 0. */
                step_index: number;
            } | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /** @description When it ended. Null while it is open. */
            completed_at: string | null;
            /** @description Each step of the automation and how far the run has come in it. */
            steps: {
                /** @description The step's position, from 0. */
                index: number;
                /**
                 * @description The kind of step.
                 */
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                /** @description Your name for the step. Null without one. */
                name: string | null;
                /**
                 * @description `pending` steps are still to come, or were passed over by `skip_to`.
                 */
                status: "pending" | "running" | "waiting" | "completed" | "skipped" | "failed";
                /** @description When it began. Null before that. */
                started_at: string | null;
                /** @description When it ended. Null before that. */
                completed_at: string | null;
                /** @description What it did, such as the `email_id` it sent. Null until it ends. */
                output: Record<string, unknown> | null;
            }[];
        };
        AutomationRunAction: {
            /**
             * @description What to do with the run.
             */
            action: "cancel";
        };
        CustomEvent: {
            /** @description The event's id, `ae_…`. */
            id: string;
            /** @description What happened, such as `user.signed_up`. */
            name: string;
            /** @description Your own id for the person. Null without one. */
            user_id: string | null;
            /** @description The person's address. Null without one. */
            email: string | null;
            /** @description Your own data about the event. */
            data: Record<string, unknown>;
            /** @description Where it came from. `api` for requests. */
            source: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description How many webhook steps in a row led to it. Absent for none. Above 20, it starts no automation. */
            hops?: number;
        };
        DryEvent: {
            /** @description Null, because nothing is stored. */
            id: null;
            /** @description What happened, such as `user.signed_up`. */
            name: string;
            /** @description Your own id for the person. Null without one. */
            user_id: string | null;
            /** @description The person's address. Null without one. */
            email: string | null;
            /** @description Your own data about the event. */
            data: Record<string, unknown>;
            /** @description Where it came from. `api` for requests. */
            source: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description How many webhook steps in a row led to it. Absent for none. Above 20, it starts no automation. */
            hops?: number;
        };
        DryRun: {
            /** @description Null, because nothing is stored. */
            id: null;
            /**
             * @description The type of this object.
             */
            object: "automation_run";
            /** @description The automation, `aut_…`. */
            automation_id: string;
            /** @description The automation's version when the run began. The run keeps it. */
            version: number;
            /**
             * @description `waiting` is in a delay or waiting for an event.
             */
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            /** @description Null, because nothing is stored. */
            event_id: null;
            /** @description The name of the event that started it. */
            event_name: string;
            /** @description The person's address. Null if the event had none. */
            email: string | null;
            /** @description Your own id for the person. Null if the event had none. */
            user_id: string | null;
            /** @description The step it is at, from 0, or the last one begun if it has ended. */
            step_index: number;
            /** @description When the delay, the wait, or the pause before a retry ends. Null otherwise. */
            next_step_at: string | null;
            /** @description The name of the event it waits for. Null if it doesn't. */
            waiting_for: string | null;
            /** @description Why it ended. Null while it is open. */
            ended_reason: ("finished" | "condition_false" | "timeout" | "cancel_event" | "cancelled" | "error") | null;
            /** @description Why it failed. Null unless it did. */
            error: {
                /** @description What went wrong. Names fields, never values. */
                message: string;
                /** @description A stable code, such as `validation_error`. */
                code: string;
                /** @description The step that failed, from 0. */
                step_index: number;
            } | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /** @description When it ended. Null while it is open. */
            completed_at: string | null;
            /** @description Each step of the automation and how far the run has come in it. */
            steps: {
                /** @description The step's position, from 0. */
                index: number;
                /**
                 * @description The kind of step.
                 */
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                /** @description Your name for the step. Null without one. */
                name: string | null;
                /**
                 * @description `pending` steps are still to come, or were passed over by `skip_to`.
                 */
                status: "pending" | "running" | "waiting" | "completed" | "skipped" | "failed";
                /** @description When it began. Null before that. */
                started_at: string | null;
                /** @description When it ended. Null before that. */
                completed_at: string | null;
                /** @description What it did, such as the `email_id` it sent. Null until it ends. */
                output: Record<string, unknown> | null;
            }[];
        };
        EventRequest: {
            /** @description What happened, such as `user.signed_up`. `email.`, `contact.`, and `automation.` are reserved prefixes. */
            name: string;
            /** @description Your own id for the person, up to 255 characters. The same `email` or `user_id` means the same person. */
            user_id?: string;
            /** @description The person's address, without a display name. */
            email?: string;
            /** @description Your own data about the event: up to 64 KB as JSON, nested up to 5 levels. */
            data?: Record<string, unknown>;
            /** @description Shows what would happen and does nothing. For dashboard sessions only, not for API keys. */
            dry_run?: boolean;
            /** @description With `dry_run`: the automation to try, `aut_…`. */
            automation_id?: string;
        };
        Webhook: {
            /** @description The endpoint's id, `wh_…`. */
            id: string;
            /** @description Where events are posted. */
            url: string;
            /** @description The event types it receives. */
            events: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
            /** @description Whether it receives events. */
            enabled: boolean;
            /** @description Why the service disabled it. Null if it didn't. */
            disabled_reason: ("failing" | "gone" | "tenant_deleted") | null;
            /** @description Receives only these tenants' email events, by `external_id`. Absent without a filter. */
            tenants?: string[];
            /** @description Your note about the endpoint. Null without one. */
            description: string | null;
            /** @description Your own headers, with their values masked. Absent without any. */
            headers?: {
                [key: string]: string;
            };
            /** @description Whether failed deliveries of the last 24 hours are replayed once it responds again. */
            auto_replay: boolean;
            /** @description When its deliveries began to fail, all of them since. Null after a success. */
            failing_since: string | null;
            /** @description The latest attempt in the last 24 hours. Null without one. */
            last_response: {
                /**
                 * Format: date-time
                 * @description When the attempt began.
                 */
                at: string;
                /** @description The HTTP status your server returned. Null without a response. */
                status_code: number | null;
                /** @description Why the attempt failed. Null for a 2xx response. */
                error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            } | null;
            /** @description Results of the newest 50 deliveries in the last 24 hours, without tests. */
            last_24_hours: {
                /** @description How many were delivered. */
                delivered: number;
                /** @description How many failed after all attempts. */
                failed: number;
                /** @description Failed divided by completed, from 0 to 1. Null if none has completed. */
                failure_rate: number | null;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        WebhookDeliveryListed: {
            /** @description The delivery's id, `whd_…`. */
            id: string;
            /** @description The event, `evt_…`. */
            event_id: string;
            /**
             * @description The type of the event.
             */
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            /**
             * @description `pending` until it is delivered or its last attempt fails.
             */
            status: "pending" | "delivered" | "failed";
            /** @description How many attempts were made, up to 5. */
            attempts: number;
            /** @description The HTTP status of the last attempt. Null without a response. */
            last_status_code: number | null;
            /** @description Why the last attempt failed. Null if it didn't. */
            last_error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            /** @description When the next attempt is due. Null if none is. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When your server accepted it. Null before that. */
            delivered_at: string | null;
            /** @description With `include=payload`: the request body as text, byte for byte. Null once it has expired. */
            payload?: string | null;
        };
        WebhookDeliveryDetail: {
            /** @description The delivery's id, `whd_…`. */
            id: string;
            /** @description The event, `evt_…`. */
            event_id: string;
            /**
             * @description The type of the event.
             */
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            /**
             * @description `pending` until it is delivered or its last attempt fails.
             */
            status: "pending" | "delivered" | "failed";
            /** @description How many attempts were made, up to 5. */
            attempts: number;
            /** @description The HTTP status of the last attempt. Null without a response. */
            last_status_code: number | null;
            /** @description Why the last attempt failed. Null if it didn't. */
            last_error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            /** @description When the next attempt is due. Null if none is. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When your server accepted it. Null before that. */
            delivered_at: string | null;
            /** @description Where the last attempt went. Null if it is too long to keep. */
            url: string | null;
            /** @description The request body. Null once it has expired. */
            payload: Record<string, unknown> | null;
            /** @description Every attempt, oldest first. */
            attempt_log: {
                /** @description The attempt's number, from 1. */
                attempt: number;
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                started_at: string;
                /** @description How long it took, in milliseconds. */
                duration_ms: number;
                /** @description The HTTP status your server returned. Null without a response. */
                status_code: number | null;
                /** @description Why it failed. Null if it didn't. */
                error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
                /** @description The first 4 KB of your server's response to a failed attempt. Null otherwise. */
                response_body: string | null;
            }[];
        };
        WebhookDelivery: {
            /** @description The delivery's id, `whd_…`. */
            id: string;
            /** @description The event, `evt_…`. */
            event_id: string;
            /**
             * @description The type of the event.
             */
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            /**
             * @description `pending` until it is delivered or its last attempt fails.
             */
            status: "pending" | "delivered" | "failed";
            /** @description How many attempts were made, up to 5. */
            attempts: number;
            /** @description The HTTP status of the last attempt. Null without a response. */
            last_status_code: number | null;
            /** @description Why the last attempt failed. Null if it didn't. */
            last_error: ("timeout" | "dns" | "connect" | "tls" | "reset" | "blocked_address" | "redirect" | "http_status" | "bad_response" | "endpoint_disabled" | "internal") | null;
            /** @description When the next attempt is due. Null if none is. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When your server accepted it. Null before that. */
            delivered_at: string | null;
        };
        TestEvent: {
            /**
             * @description The type of event to send.
             */
            event: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            /** @description Uses this email's data, `msg_…`. Sample data when absent. */
            email_id?: string;
            /**
             * @description Whether to deliver it, or only to show it. Default true.
             * @default true
             */
            deliver?: boolean;
            /** @description Sends it as an event of this tenant, by `external_id` or `ten_…` id. */
            tenant?: string;
            /** @description Delivers to this endpoint only, even if it is disabled, `wh_…`. Its filters still apply. */
            webhook_id?: string;
        };
        Suppression: {
            /** @description The entry's id, `sup_…`. */
            id: string;
            /** @description The suppressed address, in lower case. */
            email: string;
            /**
             * @description Why the address is suppressed.
             */
            reason: "bounce" | "complaint" | "unsubscribe" | "manual";
            /** @description Whose list it is on, by the tenant's `external_id`. Null for the account's list. */
            tenant: string | null;
            /**
             * @description What added it: a delivery event, the API, the dashboard, an import, or a one-click unsubscribe.
             */
            source: "event" | "api" | "dashboard" | "import" | "one_click";
            /** @description The email that caused it, `msg_…`. Null if none did. */
            email_id: string | null;
            /** @description Your note, or the former provider's reason. Null without one. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        OptOut: {
            /** @description The entry's id. */
            id: string;
            /** @description The address that opted out, in lower case. */
            email: string;
            /**
             * @description The category it no longer receives.
             */
            category: "product" | "newsletter";
            /** @description Whose list it is on, by the tenant's `external_id`. Null for the account's list. */
            tenant: string | null;
            /** @description The email whose link was used, `msg_…`. Null for imported entries. */
            email_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        DomainClaim: {
            /** @description The claim's id, `clm_…`. */
            id: string;
            /** @description The claimed domain. */
            name: string;
            /**
             * @description `verified` means the record is there but your plan has no room for the domain yet.
             */
            status: "pending" | "verified" | "completed" | "blocked" | "expired";
            /** @description The record that proves the domain is yours. */
            record: {
                /**
                 * @description The DNS record type.
                 */
                type: "TXT";
                /** @description The full name to publish it at. */
                host: string;
                /** @description The value to publish. */
                value: string;
            };
            /** @description Why the claim is blocked. Null if it isn't. */
            blocked_reason: "recent_owner_activity" | null;
            /** @description What is wrong or still pending, in one sentence. Null if nothing is. */
            note: string | null;
            /** @description Your new domain, `dom_…`. Null until the claim is completed. */
            domain_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the claim expires, seven days after it was made.
             */
            expires_at: string;
        };
        ClaimDomain: {
            /** @description The domain to claim. */
            name: string;
        };
        ClaimAction: {
            /**
             * @description `verify` looks for the record now.
             */
            action: "verify";
        };
        Domain: {
            /** @description The domain's id, `dom_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "domain";
            /** @description The domain itself, such as `mail.example.com`. */
            name: string;
            /**
             * @description `failing` domains still send for 72 hours. `pending` and `failed` domains don't send.
             */
            status: "pending" | "verified" | "failing" | "failed";
            /** @description The tenant that owns it, by `external_id`. Absent for the account's own domains. */
            tenant?: string;
            /** @description Whether email can be sent from it once it is verified. */
            sending_enabled: boolean;
            /** @description Whether it receives email. A domain that receives doesn't send. */
            inbound_enabled: boolean;
            /** @description Whether opens are tracked. */
            open_tracking: boolean;
            /** @description Whether clicks are tracked. */
            click_tracking: boolean;
            /**
             * @description `enforced` delivers only over TLS. `opportunistic` uses TLS where the receiving server offers it.
             */
            tls_mode: "opportunistic" | "enforced";
            /** @description The host of tracked links. Null for the service's own. */
            tracking_host: string | null;
            /** @description The AWS region it sends from. */
            region: string;
            /** @description The selector of the DKIM key that signs its email. Null for a domain without one. */
            dkim_selector: string | null;
            /** @description The last change of the DKIM key. Null if there was none. */
            dkim_rotation: {
                /**
                 * @description How far the rotation has come.
                 */
                status: "pending" | "switching" | "reverting" | "retired" | "ended";
                /** @description The new key's selector, or the old key's once it is `retired`. */
                selector: string;
                /**
                 * Format: date-time
                 * @description When the rotation began.
                 */
                started_at: string;
                /** @description While `pending`: when it is given up unless the new record is in DNS. Null otherwise. */
                ends_at: string | null;
                /** @description Once `retired`: when you can remove the old record from DNS. Null otherwise. */
                remove_after: string | null;
                /** @description Why it ended, in one sentence. Null if there is nothing to say. */
                note: string | null;
            } | null;
            /** @description The DNS records to publish, with what the last check found. */
            records: components["schemas"]["DomainRecord"][];
            /** @description Who hosts the domain's DNS, as of the last check. */
            dns_host: {
                /** @description The DNS host, such as `cloudflare`. Null if unknown or several. */
                provider: string | null;
                /** @description Whether `apply` can write records there. */
                apply: boolean;
                /**
                 * @description Whether credentials for the DNS host are stored.
                 */
                credentials: "none" | "stored";
            };
            /** @description When it was first verified. Null before that. */
            verified_at: string | null;
            /** @description When its records were last checked. Null before that. */
            last_checked_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        DomainRecord: {
            /**
             * @description What the record is for. `dkim_next` and `dkim_retired` appear during a DKIM key rotation.
             */
            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
            /**
             * @description The DNS record type.
             */
            type: "TXT" | "CNAME" | "MX";
            /** @description The full name to publish it at, without a final dot. */
            host: string;
            /** @description The value to publish. */
            value: string;
            /** @description The priority of an MX record. Null for other types. */
            priority: number | null;
            /** @description The suggested time to live, in seconds. */
            ttl: number;
            /** @description Whether the domain needs it to be verified. */
            required: boolean;
            /**
             * @description What the last check found.
             */
            status: "pending" | "verified" | "missing" | "mismatch" | "error" | "retired";
            /** @description The values DNS had at the last check. Null before it. */
            current: string[] | null;
            /** @description What is wrong or still pending, in one sentence. Null if nothing is. */
            note: string | null;
        };
        CreateDomain: {
            /** @description The domain, such as `mail.example.com`. It doesn't cover its subdomains. */
            name: string;
            /** @description The tenant to own it, by `external_id` or `ten_…` id. Defaults to the account. */
            tenant?: string;
            /** @description Makes it a subdomain that only receives email. Default false. */
            inbound_enabled?: boolean;
            /** @description The AWS region. Must be the one of this deployment, which is the default. */
            region?: string;
            /** @description Adds a tracking pixel to HTML emails. Default false. */
            open_tracking?: boolean;
            /** @description Leads links in HTML emails through the service to count clicks. Default false. */
            click_tracking?: boolean;
            /**
             * @description `enforced` delivers only over TLS. Default `opportunistic`, which uses TLS where the receiving server offers it.
             */
            tls_mode?: "opportunistic" | "enforced";
        };
        ChangeDomain: {
            /** @description Adds a tracking pixel to HTML emails. Default false. */
            open_tracking?: boolean;
            /** @description Leads links in HTML emails through the service to count clicks. Default false. */
            click_tracking?: boolean;
            /**
             * @description `enforced` delivers only over TLS. Default `opportunistic`, which uses TLS where the receiving server offers it.
             */
            tls_mode?: "opportunistic" | "enforced";
            /** @description For a domain that receives: whether it accepts email now. */
            inbound_enabled?: boolean;
            /** @description The tenant to own it, or null to return it to the account. Needs a key with the `full` scope. */
            tenant?: string | null;
        };
        DnsPlan: {
            /** @description Whether DNS could be read. If not, every record is planned as `add`. */
            checked: boolean;
            /** @description What to do for each record. */
            changes: components["schemas"]["DnsChange"][];
            /** @description Which existing records to leave in place. */
            keep_old_records: string;
        };
        DnsChange: {
            /**
             * @description `keep` and `done` need nothing.
             */
            action: "add" | "update" | "keep" | "done";
            /**
             * @description The DNS record type.
             */
            type: "TXT" | "CNAME" | "MX";
            /** @description The full name, without a final dot. */
            host: string;
            /** @description The value to publish. */
            value: string;
            /**
             * @description What the record is for.
             */
            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
            /** @description What is there now, one value per line. Null if nothing is. */
            current: string | null;
            /** @description What to know about this change. Null if there is nothing. */
            note: string | null;
            /** @description What `apply` did. Null if nothing had to be written. */
            result: ("written" | "unchanged" | "failed") | null;
            /** @description Why it failed. Null if it didn't. */
            message: string | null;
        };
        DomainAction: {
            /**
             * @description `verify` checks DNS now, `apply` writes the records, and `forget_credentials` deletes stored credentials.
             */
            action: "verify" | "apply" | "forget_credentials";
            /** @description For `apply`: `cloudflare`, `route53`, or `digitalocean`. Detected when absent. */
            provider?: string;
            /** @description For `apply`: credentials for the DNS host. Used once and not stored unless you ask. */
            credentials?: {
                /** @description For Cloudflare and DigitalOcean. */
                api_token?: string | null;
                /** @description For Route 53. */
                access_key_id?: string | null;
                /** @description For Route 53. */
                secret_access_key?: string | null;
                /** @description For Route 53 with temporary credentials. */
                session_token?: string | null;
            };
            /** @description For `apply`: stores the credentials, encrypted, for later calls. Default false. */
            save_credentials?: boolean;
            /** @description For `apply`: returns the plan and writes nothing. Needs no credentials. Default false. */
            dry_run?: boolean;
        };
        Migration: {
            /** @description The import's id, `mig_…`. Null for a preview. */
            id: string | null;
            /**
             * @description The provider you import from.
             */
            provider: "sendgrid" | "postmark" | "mailgun";
            /** @description The provider's region. Null for Postmark. */
            region: ("us" | "eu") | null;
            /**
             * @description `partial` means something failed or needs attention and the rest is imported.
             */
            status: "completed" | "partial" | "failed" | "in_progress";
            /** @description What is imported. */
            resources: ("domains" | "webhooks" | "templates" | "suppressions")[];
            /** @description Whether this is a preview, which writes nothing. */
            dry_run: boolean;
            /** @description Whether to repeat the same request with `cursor` set to `next_cursor`. */
            has_more: boolean;
            /** @description The `cursor` of the next request. Null when the import is done. */
            next_cursor: string | null;
            /** @description How long to wait before the next request. Absent if there is no need to wait. */
            retry_after_seconds?: number;
            /** @description The sending domains. */
            domains: {
                /** @description The counts. */
                totals: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                };
                /** @description What happened to each one. */
                items: {
                    /** @description The domain. */
                    name: string;
                    /**
                     * @description What happened to it. `would_import` is for previews.
                     */
                    status: "imported" | "would_import" | "skipped" | "failed";
                    /** @description A stable code for why it was skipped, failed, or needs attention. Null if there is nothing to say. */
                    reason: ("already_here" | "owned_by_tenant" | "plan_limit" | "domain_claimed" | "name_refused") | null;
                    /** @description The same in words. Null if there is nothing to say. */
                    message: string | null;
                    /** @description The domain here, `dom_…`. Null if there is none. */
                    domain_id: string | null;
                    /** @description The DNS records to publish. */
                    records: components["schemas"]["DomainRecord"][];
                    /** @description What to change in DNS. Null in a preview. */
                    dns_plan: {
                        /** @description Whether DNS could be read. If not, every record is planned as `add`. */
                        checked: boolean;
                        /** @description What to do for each record. */
                        changes: {
                            /**
                             * @description `keep` and `done` need nothing.
                             */
                            action: "add" | "update" | "keep" | "done";
                            /**
                             * @description The DNS record type.
                             */
                            type: "TXT" | "CNAME" | "MX";
                            /** @description The full name, without a final dot. */
                            host: string;
                            /** @description The value to publish. */
                            value: string;
                            /**
                             * @description What the record is for.
                             */
                            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
                            /** @description What is there now, one value per line. Null if nothing is. */
                            current: string | null;
                            /** @description What to know about this change. Null if there is nothing. */
                            note: string | null;
                        }[];
                        /** @description Which existing records to leave in place. */
                        keep_old_records: string;
                    } | null;
                    /** @description The domain's page in the dashboard. Null if there is none. */
                    dashboard_url: string | null;
                }[];
            };
            /** @description The webhook endpoints. */
            webhooks: {
                /** @description The counts. */
                totals: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                };
                /** @description What happened to each one. */
                items: {
                    /** @description Where events are posted. */
                    url: string;
                    /**
                     * @description What happened to it. `would_import` is for previews.
                     */
                    status: "imported" | "would_import" | "skipped" | "failed";
                    /** @description A stable code for why it was skipped, failed, or needs attention. Null if there is nothing to say. */
                    reason: ("already_here" | "no_mapped_event" | "url_refused" | "plan_limit") | null;
                    /** @description The same in words. Null if there is nothing to say. */
                    message: string | null;
                    /** @description The endpoint here, `wh_…`. Null if there is none. */
                    webhook_id: string | null;
                    /** @description Imported endpoints start disabled. */
                    enabled: boolean;
                    /** @description The signing secret. Shown once, in the response that created the endpoint. Null otherwise. */
                    secret: string | null;
                    /** @description The event types it receives. */
                    events: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
                    /** @description The provider's events that don't exist here. */
                    unmapped_events: string[];
                }[];
            };
            /** @description The templates. */
            templates: {
                /** @description The counts. */
                totals: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                    /** @description How many were imported as drafts for you to review. */
                    needs_attention: number;
                };
                /** @description What happened to each one. */
                items: {
                    /** @description The template's name at the provider. */
                    name: string;
                    /** @description The template's id at the provider. */
                    source_id: string;
                    /** @description The template's alias here. Null if there is none. */
                    alias: string | null;
                    /**
                     * @description What happened to it. `would_import` is for previews.
                     */
                    status: "imported" | "would_import" | "needs_attention" | "skipped" | "failed";
                    /** @description A stable code for why it was skipped, failed, or needs attention. Null if there is nothing to say. */
                    reason: string | null;
                    /** @description The same in words. Null if there is nothing to say. */
                    message: string | null;
                    /** @description The template here, `tpl_…`. Null if there is none. */
                    template_id: string | null;
                    /** @description Whether sends can use it. One that needs attention is a draft. */
                    published: boolean;
                    /** @description The placeholders after conversion. */
                    variables: string[];
                    /** @description Codes for what was changed in conversion, such as `unsubscribe_link`. */
                    notes: string[];
                }[];
            };
            /** @description The suppressed addresses and opt-outs. */
            suppressions: {
                /** @description The counts. */
                totals: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                    /** @description Addresses that were already suppressed here. */
                    already_suppressed: number;
                    /** @description Addresses imported as bounces. */
                    bounce: number;
                    /** @description Addresses imported as complaints. */
                    complaint: number;
                    /** @description Addresses imported as unsubscribes. */
                    unsubscribe: number;
                    /** @description Addresses imported as added by hand. */
                    manual: number;
                    /** @description Addresses that opted out of product email only. */
                    product_opt_out: number;
                };
                /** @description How many were skipped, by reason. */
                skipped_reasons: {
                    [key: string]: number;
                };
                /** @description Whether the counts cover only the first page of each list, as in a preview. */
                estimated: boolean;
            };
            /** @description Lists that could not be read. Everything else is imported. */
            errors: {
                /**
                 * @description The resource it is about.
                 */
                resource: "domains" | "webhooks" | "templates" | "suppressions";
                /** @description A stable code for your program. */
                code: string;
                /** @description What went wrong. */
                message: string;
                /** @description Whether importing again can help. */
                retryable: boolean;
            }[];
            /** @description What you need to look at. */
            attention: {
                /**
                 * @description The resource it is about.
                 */
                resource: "domains" | "webhooks" | "templates" | "suppressions";
                /** @description The object it is about. */
                name: string;
                /** @description A stable code for why. */
                reason: string;
                /** @description What to do about it. */
                action: string;
            }[];
            /** @description Which template here replaces which one at the provider. */
            template_map: {
                /** @description The template's id at the provider. */
                source_id: string;
                /** @description The template's alias here. */
                alias: string;
            }[];
            /** @description What to change in your code, one diff per language. */
            code_changes: {
                /** @description The language or tool, for your program. */
                stack: string;
                /** @description The language or tool, for a person. */
                label: string;
                /** @description The change, as a unified diff. */
                diff: string;
            }[];
            /** @description Instructions for the coding agent or person who changes your code. */
            agent_prompt: string;
            /** @description Present and true when the report exceeds 5 MB, so lists end early. `counts` has their full lengths. */
            truncated?: boolean;
            /** @description With `truncated`: the full length of each list. */
            counts?: {
                /** @description Length of `domains.items`. */
                domains: number;
                /** @description Length of `webhooks.items`. */
                webhooks: number;
                /** @description Length of `templates.items`. */
                templates: number;
                /** @description Length of `errors`. */
                errors: number;
                /** @description Length of `attention`. */
                attention: number;
                /** @description Length of `template_map`. */
                template_map: number;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        MigrationSummary: {
            /** @description The import's id, `mig_…`. */
            id: string;
            /**
             * @description The provider you import from.
             */
            provider: "sendgrid" | "postmark" | "mailgun";
            /** @description The provider's region. Null for Postmark. */
            region: ("us" | "eu") | null;
            /**
             * @description `partial` means something failed or needs attention and the rest is imported.
             */
            status: "completed" | "partial" | "failed" | "in_progress";
            /** @description What is imported. */
            resources: ("domains" | "webhooks" | "templates" | "suppressions")[];
            /** @description The counts, by resource. */
            totals: {
                /** @description Counts of domains. */
                domains: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                };
                /** @description Counts of webhook endpoints. */
                webhooks: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                };
                /** @description Counts of templates. */
                templates: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                    /** @description How many were imported as drafts for you to review. */
                    needs_attention: number;
                };
                /** @description Counts of suppressed addresses. */
                suppressions: {
                    /** @description How many the provider has. */
                    found: number;
                    /** @description How many were imported. */
                    imported: number;
                    /** @description How many were skipped, such as those already here. */
                    skipped: number;
                    /** @description How many could not be imported. */
                    failed: number;
                    /** @description Addresses that were already suppressed here. */
                    already_suppressed: number;
                    /** @description Addresses imported as bounces. */
                    bounce: number;
                    /** @description Addresses imported as complaints. */
                    complaint: number;
                    /** @description Addresses imported as unsubscribes. */
                    unsubscribe: number;
                    /** @description Addresses imported as added by hand. */
                    manual: number;
                    /** @description Addresses that opted out of product email only. */
                    product_opt_out: number;
                };
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        ApiKey: {
            /** @description The id of the key itself, not its secret. */
            id: string;
            /** @description Your name for it. */
            name: string;
            /** @description The only tenant it works for, by `external_id`. Null for the whole account. */
            tenant: string | null;
            /** @description The only domains it can send from. Null for all of them. */
            allowed_domains: string[] | null;
            /** @description The only client addresses it works from, as IPs or CIDR ranges. Null for anywhere. */
            allowed_ips: string[] | null;
            /** @description When it stops working. Null for never. */
            expires_at: string | null;
            /** @description When it was last used, to the minute. Null before the first use. */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description The first characters of the secret, to tell keys apart. */
            prefix: string;
            /** @description What it is allowed to do. */
            scopes: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
        };
        CreateApiKey: {
            /** @description Your name for it, 1 to 100 characters. */
            name: string;
            /** @description What it is allowed to do. `full` allows everything. */
            scopes: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
            /** @description Limits it to one tenant, by `external_id` or `ten_…` id. Can't be changed later. */
            tenant?: string;
            /** @description Limits sending to these domains, up to 100. Without it, all of the account's domains. */
            allowed_domains?: string[];
            /** @description Limits use to these IPv4 or IPv6 addresses or CIDR ranges, up to 50. Without it, anywhere. */
            allowed_ips?: string[];
            /**
             * Format: date-time
             * @description When it stops working. ISO 8601, with `Z` or an offset. Without it, never.
             */
            expires_at?: string;
        };
        ChangeApiKey: {
            /** @description Your name for it, 1 to 100 characters. */
            name?: string;
            /** @description What it is allowed to do. `full` allows everything. */
            scopes?: ("full" | "emails:send" | "emails:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "templates:read" | "templates:write" | "suppressions:read" | "suppressions:write" | "inbound:read" | "inbound:write" | "events:write" | "automations:read" | "automations:write" | "account:read")[];
            /** @description Limits sending to these domains, up to 100. Without it, all of the account's domains. */
            allowed_domains?: string[] | null;
            /** @description Limits use to these IPv4 or IPv6 addresses or CIDR ranges, up to 50. Without it, anywhere. */
            allowed_ips?: string[] | null;
            /** @description When it stops working. ISO 8601, with `Z` or an offset. Without it, never. */
            expires_at?: string | null;
            /** @description Can't be changed. Make another key. */
            tenant?: unknown;
        };
        SmtpCredential: {
            /** @description The id of the key itself, not its secret. */
            id: string;
            /** @description Your name for it. */
            name: string;
            /** @description The only tenant it works for, by `external_id`. Null for the whole account. */
            tenant: string | null;
            /** @description The only domains it can send from. Null for all of them. */
            allowed_domains: string[] | null;
            /** @description The only client addresses it works from, as IPs or CIDR ranges. Null for anywhere. */
            allowed_ips: string[] | null;
            /** @description When it stops working. Null for never. */
            expires_at: string | null;
            /** @description When it was last used, to the minute. Null before the first use. */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description The SMTP relay's host name. */
            host: string;
            /** @description The SMTP relay's port, with STARTTLS. */
            port: number;
            /** @description The user name, the same for every credential. */
            username: string;
        };
        CreateSmtpCredential: {
            /** @description Your name for it, 1 to 100 characters. */
            name: string;
            /** @description Limits it to one tenant, by `external_id` or `ten_…` id. Can't be changed later. */
            tenant?: string;
            /** @description Limits sending to these domains, up to 100. Without it, all of the account's domains. */
            allowed_domains?: string[];
            /** @description Limits use to these IPv4 or IPv6 addresses or CIDR ranges, up to 50. Without it, anywhere. */
            allowed_ips?: string[];
            /**
             * Format: date-time
             * @description When it stops working. ISO 8601, with `Z` or an offset. Without it, never.
             */
            expires_at?: string;
        };
        Tenant: {
            /** @description The tenant's id, `ten_…`. */
            id: string;
            /**
             * @description The type of this object.
             */
            object: "tenant";
            /** @description Your own name for the tenant. It can't change. */
            external_id: string;
            /** @description The name shown in the dashboard. */
            name: string;
            /**
             * @description `paused` tenants can't send.
             */
            status: "active" | "paused";
            /** @description Why it is paused. Null if it isn't, or no reason was given. */
            paused_reason: string | null;
            /** @description When it was paused. Null if it isn't. */
            paused_at: string | null;
            /** @description `automated` if the service paused it for bounces or complaints. Null if it isn't paused. */
            pause_source: ("manual" | "automated") | null;
            /** @description The domain added to a `from` without one. Null for none. */
            default_from_domain: string | null;
            /**
             * @description `transactional_only` refuses `product` and `newsletter` email.
             */
            stream_policy: "all" | "transactional_only";
            /** @description The most recipients per UTC day, in addition to the ramp. Null for no limit. */
            daily_limit: number | null;
            /** @description Your own data about the tenant. Null for none. */
            metadata: Record<string, unknown> | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        CreateTenant: {
            /** @description Your own name for the tenant, 1 to 128 letters, digits, or `. _ : @ -`. Unique, and can't change. */
            external_id: string;
            /** @description The name shown in the dashboard, up to 200 characters. Defaults to `external_id`. */
            name?: string;
            /** @description The domain to add to a `from` without one. */
            default_from_domain?: string;
            /**
             * @description `transactional_only` refuses `product` and `newsletter` email. Default `all`.
             */
            stream_policy?: "all" | "transactional_only";
            /** @description The most recipients per UTC day, in addition to the ramp. No limit by default. */
            daily_limit?: number;
            /** @description Your own data about the tenant, up to 4 KB as JSON. Replaces what was there. */
            metadata?: Record<string, unknown>;
        };
        ChangeTenant: {
            /** @description Can't be changed. */
            external_id?: string;
            /** @description The name shown in the dashboard, up to 200 characters. Defaults to `external_id`. */
            name?: string | null;
            /** @description The domain to add to a `from` without one. */
            default_from_domain?: string | null;
            /**
             * @description `transactional_only` refuses `product` and `newsletter` email. Default `all`.
             */
            stream_policy?: "all" | "transactional_only";
            /** @description The most recipients per UTC day, in addition to the ramp. No limit by default. */
            daily_limit?: number | null;
            /** @description Your own data about the tenant, up to 4 KB as JSON. Replaces what was there. */
            metadata?: Record<string, unknown> | null;
            /**
             * @description `paused` refuses its sends from now on. `active` resumes them.
             */
            status?: "active" | "paused";
            /** @description Why you pause it, up to 500 characters. */
            reason?: string;
        };
        TenantStats: {
            /**
             * @description The type of this object.
             */
            object: "tenant_stats";
            /** @description How many UTC days are counted, including today. */
            days: number;
            /**
             * Format: date-time
             * @description The start of the first day.
             */
            from: string;
            /** @description Recipients accepted, including scheduled ones. */
            total: number;
            /** @description Of those, recipients still on their way to SES. */
            queued: number;
            /** @description Of those, recipients waiting for their scheduled time. */
            scheduled: number;
            /** @description Recipients whose email Amazon SES accepted. Includes delivered ones. */
            sent: number;
            /** @description Recipients whose mailbox provider accepted the email. */
            delivered: number;
            /** @description Recipients that bounced. */
            bounced: number;
            /** @description Recipients who marked the email as spam. */
            complained: number;
            /** @description Recipients that could not be delivered to. */
            failed: number;
            /** @description Recipients not sent to because they are suppressed. */
            suppressed: number;
            /** @description Emails opened by a person, not a machine. */
            opened: number;
            /** @description Emails with a link clicked by a person, not a machine. */
            clicked: number;
            /** @description Bounced divided by delivered plus bounced, from 0 to 1. */
            bounce_rate: number;
            /** @description Complaints divided by delivered, from 0 to 1. */
            complaint_rate: number;
        };
        TenantRamp: {
            /**
             * @description The type of this object.
             */
            object: "tenant_ramp";
            /** @description Whether the ramp limits sending now. */
            active: boolean;
            /** @description How far the ramp has come. Each stage doubles the limit. */
            stage: number;
            /** @description The most recipients per UTC day at this stage. Null when the ramp isn't active. */
            daily_limit: {
                /** @description Recipients of `transactional` email. */
                transactional: number;
                /** @description Recipients of `product` and `newsletter` email. */
                product: number;
            } | null;
            /** @description Recipients counted since midnight UTC. */
            used_today: {
                /** @description Recipients of `transactional` email. */
                transactional: number;
                /** @description Recipients of `product` and `newsletter` email. */
                product: number;
            };
            /** @description Whether the ramp is over, so it no longer limits sending. */
            completed: boolean;
            /**
             * Format: date-time
             * @description When the daily count starts over: the next midnight UTC.
             */
            resets_at: string;
        };
        GiveDomain: {
            /** @description The domain to give to the tenant, by name or `dom_…` id. Only the tenant sends from it then. */
            domain: string;
        };
        Account: {
            /** @description The account's id, `acc_…`. */
            id: string;
            /** @description The account's name. */
            name: string;
            /** @description The owner's address. */
            email: string;
            /**
             * @description The plan, which sets the limits.
             */
            plan: "free" | "pro" | "scale" | "dedicated";
            /** @description Whether the account can send to anyone. Until then, only to its own address. */
            production_unlocked: boolean;
            /** @description Whether the plan includes tenants. */
            tenants_enabled: boolean;
            /** @description What the plan allows. */
            limits: {
                /** @description Recipients per calendar month (UTC). Null for no limit. */
                emails_month: number | null;
                /** @description Recipients per UTC day. Null for no limit. */
                emails_day: number | null;
                /** @description Domains. */
                domains: number;
                /** @description Tenants. */
                tenants: number;
                /** @description API requests per second. */
                requests_per_second: number;
                /** @description Bytes uploaded with `POST /attachments` per UTC day. Null for no limit. */
                upload_bytes_day: number | null;
                /** @description Scheduled emails that aren't due yet. Null for no limit. */
                scheduled_emails: number | null;
                /** @description Suppressions of the account and its tenants together. Null for no limit. */
                suppressions: number | null;
                /** @description Enabled webhook endpoints. Null for no limit. */
                enabled_webhooks: number | null;
                /** @description Enabled webhook endpoints per host name. */
                webhooks_per_host: number;
            };
            /** @description What is used of the limits, up to a minute late. */
            usage: {
                /** @description Recipients this month. */
                emails_month: number;
                /** @description Recipients today. */
                emails_day: number;
                /**
                 * Format: date-time
                 * @description When the daily count starts over: the next midnight UTC.
                 */
                resets_at: string;
                /** @description Bytes uploaded today. Null without a limit, because nothing is counted. */
                upload_bytes_day: number | null;
                /** @description Scheduled emails that aren't due yet. Null without a limit, because nothing is counted. */
                scheduled_emails: number | null;
                /** @description Suppressions of the account and its tenants. Null without a limit, because nothing is counted. */
                suppressions: number | null;
            };
            /** @description The account's sending ramp. Null if it has none. */
            ramp: components["schemas"]["AccountRamp"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        AccountRamp: {
            /**
             * @description The type of this object.
             */
            object: "account_ramp";
            /** @description Whether the ramp limits sending now. */
            active: boolean;
            /** @description How far the ramp has come. Each stage doubles the limit. */
            stage: number;
            /** @description The most recipients per UTC day at this stage. Null when the ramp isn't active. */
            daily_limit: {
                /** @description Recipients of `transactional` email. */
                transactional: number;
                /** @description Recipients of `product` and `newsletter` email. */
                product: number;
            } | null;
            /** @description Recipients counted since midnight UTC. */
            used_today: {
                /** @description Recipients of `transactional` email. */
                transactional: number;
                /** @description Recipients of `product` and `newsletter` email. */
                product: number;
            };
            /** @description Whether the ramp is over, so it no longer limits sending. */
            completed: boolean;
            /**
             * Format: date-time
             * @description When the daily count starts over: the next midnight UTC.
             */
            resets_at: string;
        };
        Usage: {
            /** @description How many UTC days `daily` covers, including today. */
            days: number;
            /**
             * Format: date-time
             * @description The start of the first day.
             */
            from: string;
            /** @description This calendar month (UTC). */
            month: {
                /** @description Recipients that count toward the plan. */
                used: number;
                /** @description Recipients that the plan includes. Null for no limit, and for a tenant. */
                included: number | null;
                /** @description Recipients beyond what the plan includes. */
                overage: number;
                /**
                 * Format: date-time
                 * @description When the month's count starts over.
                 */
                resets_at: string;
            };
            /** @description Today (UTC). */
            day: {
                /** @description Recipients that count toward the plan, or toward the tenant's daily limit. */
                used: number;
                /** @description The most recipients per day. Null for no limit. */
                limit: number | null;
                /**
                 * Format: date-time
                 * @description When the daily count starts over: the next midnight UTC.
                 */
                resets_at: string;
            };
            /** @description What was sent from the shared sandbox domain. Absent for a tenant. */
            sandbox?: {
                /** @description Today (UTC). */
                day: {
                    /** @description How much is used. */
                    used: number;
                    /** @description The most that is allowed. */
                    limit: number;
                };
                /** @description This calendar month (UTC). */
                month: {
                    /** @description How much is used. */
                    used: number;
                    /** @description The most that is allowed. */
                    limit: number;
                };
            };
            /** @description Objects that the plan limits in number. Absent for a tenant. */
            resources?: {
                /** @description Domains. */
                domains: {
                    /** @description How much is used. */
                    used: number;
                    /** @description The most that is allowed. */
                    limit: number;
                };
                /** @description Tenants. */
                tenants: {
                    /** @description How much is used. */
                    used: number;
                    /** @description The most that is allowed. */
                    limit: number;
                };
                /** @description Webhook endpoints. */
                webhooks: {
                    /** @description How much is used. */
                    used: number;
                    /** @description The most that is allowed. */
                    limit: number;
                };
                /** @description Templates. */
                templates: {
                    /** @description How much is used. */
                    used: number;
                    /** @description The most that is allowed. */
                    limit: number;
                };
                /** @description Automations. */
                automations: {
                    /** @description How much is used. */
                    used: number;
                    /** @description The most that is allowed. */
                    limit: number;
                };
            };
            /** @description One row per day, oldest first, with zeros for quiet days. A recipient counts on the day each thing happened. */
            daily: {
                /**
                 * Format: date
                 * @description The UTC day.
                 */
                date: string;
                /** @description Recipients accepted, including scheduled ones. */
                accepted: number;
                /** @description Recipients whose email Amazon SES accepted. Includes delivered ones. */
                sent: number;
                /** @description Recipients whose mailbox provider accepted the email. */
                delivered: number;
                /** @description Recipients that bounced. */
                bounced: number;
                /** @description Recipients who marked the email as spam. */
                complained: number;
            }[];
        };
        Deliverability: {
            /** @description How many UTC days are counted, including today. */
            days: number;
            /** @description Recipients whose email Amazon SES accepted. Includes delivered ones. */
            sent: number;
            /** @description Recipients whose mailbox provider accepted the email. */
            delivered: number;
            /** @description Recipients that bounced. */
            bounced: number;
            /** @description Recipients who marked the email as spam. */
            complained: number;
            /** @description Bounced divided by delivered plus bounced, from 0 to 1. */
            bounce_rate: number;
            /** @description Complaints divided by delivered, from 0 to 1. */
            complaint_rate: number;
            /**
             * @description `at_risk` at or above a threshold, `warning` from half of one. `healthy` below that, or with under 200 results.
             */
            status: "healthy" | "warning" | "at_risk";
            /** @description The rates at which `status` becomes `at_risk`. */
            thresholds: {
                /** @description The highest healthy bounce rate, from 0 to 1. */
                bounce_rate: number;
                /** @description The highest healthy complaint rate, from 0 to 1. */
                complaint_rate: number;
            };
            /** @description Which email waits for SES's 24-hour quota: large batches (`bulk`) or `all`. Null if none does. */
            waiting_for_quota: ("bulk" | "all") | null;
            /** @description The same by sending domain. The 100 that sent most, largest first. */
            by_domain: {
                /** @description The sending domain. */
                domain: string;
                /** @description Recipients whose email Amazon SES accepted. Includes delivered ones. */
                sent: number;
                /** @description Recipients whose mailbox provider accepted the email. */
                delivered: number;
                /** @description Recipients that bounced. */
                bounced: number;
                /** @description Recipients who marked the email as spam. */
                complained: number;
            }[];
            /** @description The same by the recipients' mailbox provider, largest first. */
            by_provider: {
                /**
                 * @description The mailbox provider.
                 */
                provider: "gmail.com" | "outlook.com" | "yahoo.com" | "icloud.com" | "aol.com" | "proton.me" | "gmx" | "web.de" | "mail.ru" | "qq.com" | "orange.fr" | "other";
                /** @description Recipients whose mailbox provider accepted the email. */
                delivered: number;
                /** @description Recipients whose delivery was delayed. */
                deferred: number;
                /** @description Recipients that bounced. */
                bounced: number;
            }[];
        };
        ReceivedEmailSummary: {
            /** @description The received email's id, `inb_…`. */
            id: string;
            /** @description The author in `From`. Empty if the message names none. */
            from: string;
            /** @description The addresses in `To`. */
            to: string[];
            /** @description The addresses in `Cc`. */
            cc: string[];
            /** @description The addresses on your domains that it was delivered to. */
            rcpt_to: string[];
            /** @description The tag after the first `+` in the first recipient that has one. Null without one. */
            mailbox_hash: string | null;
            /** @description The subject. */
            subject: string;
            /** @description What the author wrote, without quotes and signature. Null if nothing is left. */
            reply_text: string | null;
            /**
             * @description Always `received`.
             */
            status: "received";
            /** @description The `Message-ID` header. Null without one. */
            message_id: string | null;
            /** @description The `Message-ID` that it replies to. Null without one. */
            in_reply_to: string | null;
            /** @description The `Message-ID`s of the conversation, oldest first. */
            references: string[];
            /**
             * @description `unknown` if nothing decided it.
             */
            spam_status: "pass" | "fail" | "unknown";
            /** @description How many files are attached. */
            attachment_count: number;
            /** @description The attached files. */
            attachments: {
                /** @description The file name. */
                filename: string;
                /** @description The MIME type. */
                content_type: string;
                /** @description The size in bytes. */
                size: number;
            }[];
            /** @description The size of the whole message in bytes. */
            size: number;
            /** @description When it arrived. */
            received_at: string;
            /** @description Why the message could not be read to its end. Null if it was. */
            parse_error: ("limits" | "time" | "malformed" | "internal") | null;
            /** @description Present and true when something was cut here. Get the email by its id to see all of it. */
            truncated?: boolean;
            /** @description The tenant that owns the domain, by `external_id`. Absent for the account's own domains. */
            tenant?: string;
        };
        ReceivedEmail: {
            /** @description The received email's id, `inb_…`. */
            id: string;
            /** @description The author in `From`. Empty if the message names none. */
            from: string;
            /** @description The addresses in `To`. */
            to: string[];
            /** @description The addresses in `Cc`. */
            cc: string[];
            /** @description The addresses on your domains that it was delivered to. */
            rcpt_to: string[];
            /** @description The tag after the first `+` in the first recipient that has one. Null without one. */
            mailbox_hash: string | null;
            /** @description The subject. */
            subject: string;
            /** @description What the author wrote, without quotes and signature. Null if nothing is left. */
            reply_text: string | null;
            /**
             * @description Always `received`.
             */
            status: "received";
            /** @description The `Message-ID` header. Null without one. */
            message_id: string | null;
            /** @description The `Message-ID` that it replies to. Null without one. */
            in_reply_to: string | null;
            /** @description The `Message-ID`s of the conversation, oldest first. */
            references: string[];
            /**
             * @description `unknown` if nothing decided it.
             */
            spam_status: "pass" | "fail" | "unknown";
            /** @description How many files are attached. */
            attachment_count: number;
            /** @description The attached files. */
            attachments: {
                /** @description The file name. */
                filename: string;
                /** @description The MIME type. */
                content_type: string;
                /** @description The size in bytes. */
                size: number;
                /** @description The id that `<img src="cid:…">` refers to. Null without one. */
                content_id: string | null;
                /**
                 * @description Whether it is shown in the message or attached to it.
                 */
                disposition: "inline" | "attachment";
                /** @description The file in base64. Null if the response would exceed 5 MB. Use `download_url` then. */
                data: string | null;
                /** @description Where to download the file for an hour. */
                download_url: string;
                /** @description When `download_url` stops working. */
                download_expires_at: string;
            }[];
            /** @description The size of the whole message in bytes. */
            size: number;
            /** @description When it arrived. */
            received_at: string;
            /** @description Why the message could not be read to its end. Null if it was. */
            parse_error: ("limits" | "time" | "malformed" | "internal") | null;
            /** @description Whether bodies, headers, or files were cut. `raw_url` has all of it. */
            truncated: boolean;
            /** @description The tenant that owns the domain, by `external_id`. Absent for the account's own domains. */
            tenant?: string;
            /** @description The addresses in `Reply-To`. */
            reply_to: string[];
            /** @description Every header in its order. */
            headers: {
                /** @description The header's name. */
                name: string;
                /** @description The header's value, decoded. */
                value: string;
            }[];
            /** @description The HTML body exactly as received. Clean it before you show it. Null without one. */
            html: string | null;
            /** @description The plain-text body. Null without one. */
            text: string | null;
            /** @description How the sender was authenticated. */
            auth: {
                /**
                 * @description Whether the sending server may send for the envelope sender's domain.
                 */
                spf: "pass" | "fail" | "none" | "unknown";
                /**
                 * @description Whether the signature is valid. `partial` leaves the end of the body unsigned, so DMARC doesn't pass on it.
                 */
                dkim: "pass" | "fail" | "none" | "unknown" | "partial";
                /**
                 * @description Whether `From` matches a domain that SPF or DKIM confirmed.
                 */
                dmarc: "pass" | "fail" | "none" | "unknown";
            };
            /** @description Where to download the original message for an hour. */
            raw_url: string;
        };
        InboundRoute: {
            /** @description The route's id, `irt_…`. */
            id: string;
            /** @description The domain of the addresses. */
            domain: string;
            /** @description The addresses that it applies to. */
            match: string;
            /**
             * @description Whether their email is delivered or refused.
             */
            action: "deliver" | "refuse";
            /** @description The only endpoint that gets their email, `wh_…`. Null for all endpoints. */
            webhook_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        BlockedSender: {
            /** @description The entry's id, `bsn_…`. */
            id: string;
            /** @description The blocked address or domain. */
            sender: string;
            /** @description The only domain whose email is refused. Null for all of them. */
            domain: string | null;
            /** @description The only tenant whose email is refused, by `external_id`. Null for the whole account. */
            tenant: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        Error: {
            /** @description What went wrong. */
            error: {
                /** @description A sentence for a person. It can change, so don't match on it. */
                message: string;
                /** @description A stable code for your program, such as `validation_error`. See the list of errors. */
                code?: string;
                /** @description Facts about this error, such as `issues` with the path of each invalid field. */
                details?: Record<string, unknown>;
                /** @description What to try next. */
                hint?: string;
                /** @description The documentation page for this code. */
                docs_url?: string;
                /** @description Where to change the plan, for limits that a larger plan raises. */
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
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only emails with this status. */
                status?: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
                /** @description Only emails with a recipient who reached one of these events, separated by commas, such as `opened,clicked`. */
                last_event?: string;
                /** @description Only emails with this address in `to`, `cc`, or `bcc`. */
                to?: string;
                /** @description Only emails from this address. */
                from?: string;
                /** @description Only emails with this tag, as `name` or `name:value`. */
                tag?: string;
                /** @description Only emails whose subject begins with this text. Case matters. */
                subject?: string;
                /** @description Only emails made from this template: its alias, or its `tpl_…` id. */
                template?: string;
                /** @description Only emails of this category. */
                category?: "transactional" | "product" | "newsletter";
                /** @description Only the email with this `Message-ID` or original `Message-ID`. Angle brackets are optional. */
                message_id?: string;
                /** @description Only results created at or after this time. ISO 8601, with `Z` or an offset. */
                since?: string;
                /** @description Only results created before this time. ISO 8601, with `Z` or an offset. */
                until?: string;
                /** @description Only emails of this tenant, by `external_id` or `ten_…` id. */
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The emails on this page, newest first. */
                        emails: components["schemas"]["Email"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postEmails: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
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
                        /** @description The new email's id, `msg_…`. */
                        id: string;
                        /**
                         * @description `sent` means stored and on its way. `scheduled` means waiting for `scheduled_at`.
                         */
                        status: "sent" | "scheduled";
                    };
                };
            };
        };
    };
    postEmailsBatch: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
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
                        /** @description One result per email, in the order of the request. */
                        data: {
                            /** @description The email's position in the request, from 0. */
                            index: number;
                            /** @description The new email's id, `msg_…`. Null if it was refused. */
                            id: string | null;
                            /**
                             * @description `failed` means this email was refused and nothing of it was stored.
                             */
                            status: "sent" | "scheduled" | "failed";
                            /** @description Why this email was refused. Absent if it was accepted. */
                            error?: {
                                /** @description A sentence for a person. It can change, so don't match on it. */
                                message: string;
                                /** @description A stable code for your program, such as `validation_error`. See the list of errors. */
                                code?: string;
                                /** @description Facts about this error, such as `issues` with the path of each invalid field. */
                                details?: Record<string, unknown>;
                                /** @description What to try next. */
                                hint?: string;
                                /** @description The documentation page for this code. */
                                docs_url?: string;
                                /** @description Where to change the plan, for limits that a larger plan raises. */
                                upgrade_url?: string;
                                /** @description The HTTP status that `POST /emails` returns for this error. */
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
                /** @description `content` adds `html` and `text`. */
                include?: "content";
            };
            path: {
                /** @description The email's id, `msg_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The email. */
                        email: components["schemas"]["EmailWithContent"];
                    };
                };
            };
        };
    };
    patchEmailsId: {
        parameters: {
            path: {
                /** @description The email's id, `msg_…`. */
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
                        /** @description The email. */
                        email: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    postEmailsIdResend: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The email's id, `msg_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The new email's id, `msg_…`. */
                        id: string;
                        /**
                         * @description `sent` means stored and on its way. `scheduled` means waiting for `scheduled_at`.
                         */
                        status: "sent" | "scheduled";
                        /** @description The original email's id, `msg_…`. */
                        resent_from: string;
                        /** @description How many attachments of the original were left out. */
                        attachments_omitted: number;
                    };
                };
            };
        };
    };
    getEmailsIdEvents: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            path: {
                /** @description The email's id, `msg_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The events on this page, newest first. */
                        events: components["schemas"]["EmailEvent"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getEmailsIdRecipients: {
        parameters: {
            path: {
                /** @description The email's id, `msg_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description One entry per address of `to`, `cc`, and `bcc`, in that order. */
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
                        /** @description The registered file, ready for its upload. */
                        attachment: components["schemas"]["Attachment"];
                    };
                };
            };
        };
    };
    getTemplates: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only templates of this category. */
                category?: "transactional" | "product" | "newsletter";
                /** @description Only templates with this status. */
                status?: "draft" | "published";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The templates on this page, newest first, without their bodies. */
                        templates: components["schemas"]["TemplateSummary"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                        /** @description The template. */
                        template: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    getTemplatesTemplate: {
        parameters: {
            query?: {
                /** @description Which version to show. Defaults to the draft if there is one. */
                version?: "draft" | "published";
            };
            path: {
                /** @description The template's alias, or its `tpl_…` id. */
                template: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The template. */
                        template: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    postTemplatesTemplate: {
        parameters: {
            path: {
                /** @description The template's alias, or its `tpl_…` id. */
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
                        /** @description The template. */
                        template: components["schemas"]["Template"];
                    } | {
                        /** @description For `preview`: what a send looks like. */
                        preview: components["schemas"]["TemplatePreview"];
                    };
                };
            };
        };
    };
    deleteTemplatesTemplate: {
        parameters: {
            path: {
                /** @description The template's alias, or its `tpl_…` id. */
                template: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    patchTemplatesTemplate: {
        parameters: {
            path: {
                /** @description The template's alias, or its `tpl_…` id. */
                template: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name that sends refer to it by. Unique, and can't begin with `tpl_`. Derived from `name` when absent on create. */
                    alias?: string;
                    /** @description The name shown in the dashboard. */
                    name?: string;
                    /** @description The subject. `{{name}}` is a placeholder. */
                    subject?: string;
                    /** @description The HTML body, up to 2 MB. `{{name}}` is a placeholder, escaped when filled in. An empty string means none. */
                    html?: string;
                    /** @description The plain-text body, up to 2 MB. `{{name}}` is a placeholder. An empty string means none. */
                    text?: string;
                    /**
                     * @description The category of emails made from it. Default `transactional`.
                     */
                    category?: "transactional" | "product" | "newsletter";
                    /** @description Adds one-click unsubscribe to emails made from it. Default false. */
                    unsubscribe_enabled?: boolean;
                    /** @description Values for placeholders that a send leaves out. Up to 100, 64 KB as JSON. */
                    defaults?: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** @description Publishes it in the same request, so sends can use it at once. Default false. */
                    publish?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The template. */
                        template: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    getAutomations: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only automations with this status. */
                status?: "draft" | "active" | "paused";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The automations on this page, newest first, without their steps. */
                        automations: components["schemas"]["AutomationSummary"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                        /** @description The automation. */
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    getAutomationsId: {
        parameters: {
            path: {
                /** @description The automation's id, `aut_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The automation. */
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    postAutomationsId: {
        parameters: {
            path: {
                /** @description The automation's id, `aut_…`. */
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
                        /** @description The automation. */
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    deleteAutomationsId: {
        parameters: {
            path: {
                /** @description The automation's id, `aut_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    patchAutomationsId: {
        parameters: {
            path: {
                /** @description The automation's id, `aut_…`. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name shown in the dashboard and in webhooks, 1 to 100 characters. */
                    name?: string;
                    /** @description Which events start a run. */
                    trigger?: {
                        /** @description The name of the event that starts a run. `email.`, `contact.`, and `automation.` are reserved prefixes. */
                        event: string;
                        /** @description Up to 10 events that end the same person's open runs. */
                        cancel_on_events?: string[] | null;
                        /** @description Up to 20 conditions on the event, all of which must hold. */
                        conditions?: {
                            /** @description What to look at: `event.email`, `event.data.<key>`, or `steps.<n>.event.data.<key>` of an earlier wait. */
                            field: string;
                            /**
                             * @description How to compare. A missing field and null are the same.
                             */
                            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                            /** @description What to compare with: a list for `in`, nothing for `exists` and `not_exists`. Can include references. */
                            value?: unknown;
                        }[] | null;
                    };
                    /** @description 1 to 50 steps, carried out in order. */
                    steps?: components["schemas"]["AutomationStep"][];
                    /** @description Whether the same person can start another run. `false` allows one ever, `{after_seconds}` another one later. */
                    allow_reentry?: boolean | {
                        /** @description Seconds after the last entry before the same person can enter again, up to 365 days. */
                        after_seconds: number;
                    };
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The automation. */
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
        };
    };
    getAutomationsIdRuns: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only runs with this status. */
                status?: "running" | "waiting" | "completed" | "failed" | "cancelled";
                /** @description Only runs of the person with this address. */
                email?: string;
                /** @description Only the run that this event started, `ae_…`. */
                event_id?: string;
            };
            path: {
                /** @description The automation's id, `aut_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The runs on this page, newest first. */
                        runs: components["schemas"]["AutomationRunSummary"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getAutomationsIdRunsRun: {
        parameters: {
            path: {
                /** @description The automation's id, `aut_…`. */
                id: string;
                /** @description The run's id, `run_…`. */
                run: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The run. */
                        run: components["schemas"]["AutomationRun"];
                    };
                };
            };
        };
    };
    postAutomationsIdRunsRun: {
        parameters: {
            path: {
                /** @description The automation's id, `aut_…`. */
                id: string;
                /** @description The run's id, `run_…`. */
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
                        /** @description The run. */
                        run: components["schemas"]["AutomationRun"];
                    };
                };
            };
        };
    };
    postEvents: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
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
                        /** @description The event as stored. */
                        event: components["schemas"]["CustomEvent"];
                        /** @description How many active automations the event triggers, including those the person can't enter again. */
                        matched_automations: number;
                        /** @description How many waiting runs it resumed. */
                        resumed_runs: number;
                        /** @description How many open runs it cancelled. */
                        cancelled_runs: number;
                    } | {
                        /** @description The event as stored. */
                        event: components["schemas"]["DryEvent"];
                        /** @description With `dry_run`: the run as it would go. */
                        run: components["schemas"]["DryRun"];
                    };
                };
            };
            202: {
                content: {
                    "application/json": {
                        /** @description The event as stored. */
                        event: components["schemas"]["CustomEvent"];
                        /** @description How many active automations the event triggers, including those the person can't enter again. */
                        matched_automations: number;
                        /** @description How many waiting runs it resumed. */
                        resumed_runs: number;
                        /** @description How many open runs it cancelled. */
                        cancelled_runs: number;
                    } | {
                        /** @description The event as stored. */
                        event: components["schemas"]["DryEvent"];
                        /** @description With `dry_run`: the run as it would go. */
                        run: components["schemas"]["DryRun"];
                    };
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The endpoints on this page, newest first. */
                        webhooks: components["schemas"]["Webhook"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postWebhooks: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where to post events: a public https URL of up to 2,048 characters.
                     */
                    url: string;
                    /** @description The event types to receive. Defaults to all. */
                    events?: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[];
                    /** @description Whether it receives events. Default true. */
                    enabled?: boolean;
                    /** @description Receives only these tenants' email events, by `external_id` or `ten_…` id. Up to 100. No filter by default. */
                    tenants?: string[];
                    /** @description A note about the endpoint, up to 200 characters. */
                    description?: string;
                    /** @description Up to 10 headers of your own, sent with every delivery. Responses mask their values. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description Replays failed deliveries of the last 24 hours once the endpoint responds again. Default true. */
                    auto_replay?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The endpoint. */
                        webhook: components["schemas"]["Webhook"];
                        /** @description The signing secret, `whsec_…`. Shown only here. */
                        secret: string;
                        /** @description The same secret in the form that Standard Webhooks libraries take. */
                        standard_secret: string;
                    };
                };
            };
        };
    };
    getWebhooksId: {
        parameters: {
            path: {
                /** @description The endpoint's id, `wh_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The endpoint. */
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    postWebhooksId: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The endpoint's id, `wh_…`. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to do with the endpoint.
                     */
                    action: "replay_failed" | "rotate_secret";
                    /**
                     * Format: date-time
                     * @description For `replay_failed`: replays deliveries created from this time on, up to 30 days back. Required.
                     */
                    since?: string;
                    /**
                     * Format: date-time
                     * @description For `replay_failed`: replays deliveries created before this time. Defaults to now.
                     */
                    until?: string;
                    /**
                     * @description For `rotate_secret`: how long the old secret keeps signing, too. 0 drops it now. Default one day.
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
                        /** @description The endpoint. */
                        webhook: components["schemas"]["Webhook"];
                        /** @description The signing secret, `whsec_…`. Shown only here. */
                        secret: string;
                        /** @description The same secret in the form that Standard Webhooks libraries take. */
                        standard_secret: string;
                    } | {
                        /** @description For `replay_failed`: how many deliveries are queued again. */
                        queued: number;
                        /** @description For `replay_failed`: whether more are left, so that the request is worth repeating. */
                        has_more: boolean;
                    };
                };
            };
            202: {
                content: {
                    "application/json": {
                        /** @description The endpoint. */
                        webhook: components["schemas"]["Webhook"];
                        /** @description The signing secret, `whsec_…`. Shown only here. */
                        secret: string;
                        /** @description The same secret in the form that Standard Webhooks libraries take. */
                        standard_secret: string;
                    } | {
                        /** @description For `replay_failed`: how many deliveries are queued again. */
                        queued: number;
                        /** @description For `replay_failed`: whether more are left, so that the request is worth repeating. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    deleteWebhooksId: {
        parameters: {
            path: {
                /** @description The endpoint's id, `wh_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    patchWebhooksId: {
        parameters: {
            path: {
                /** @description The endpoint's id, `wh_…`. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where to post events: a public https URL of up to 2,048 characters. */
                    url?: string;
                    /** @description The event types to receive. Null or an empty list means all. */
                    events?: ("email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing")[] | null;
                    /** @description Whether it receives events. Default true. */
                    enabled?: boolean;
                    /** @description Receives only these tenants' email events, up to 100. Null or an empty list removes the filter. */
                    tenants?: string[] | null;
                    /** @description A note about the endpoint, up to 200 characters. */
                    description?: string | null;
                    /** @description Up to 10 headers of your own, sent with every delivery. Responses mask their values. */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /** @description Replays failed deliveries of the last 24 hours once the endpoint responds again. Turning it on also covers earlier failures. */
                    auto_replay?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The endpoint. */
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    getWebhooksIdDeliveries: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
                /** @description Only deliveries of this event type. */
                event?: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
                /** @description Only results created at or after this time. ISO 8601, with `Z` or an offset. */
                since?: string;
                /** @description Only results created before this time. ISO 8601, with `Z` or an offset. */
                until?: string;
                /** @description `payload` adds each request body and lowers the highest `limit` to 25. */
                include?: "payload";
            };
            path: {
                /** @description The endpoint's id, `wh_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The deliveries on this page, newest first. */
                        deliveries: components["schemas"]["WebhookDeliveryListed"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getWebhooksIdDeliveriesDelivery: {
        parameters: {
            path: {
                /** @description The endpoint's id, `wh_…`. */
                id: string;
                /** @description The delivery's id, `whd_…`. */
                delivery: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The delivery. */
                        delivery: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
    };
    postWebhooksIdDeliveriesDelivery: {
        parameters: {
            path: {
                /** @description The endpoint's id, `wh_…`. */
                id: string;
                /** @description The delivery's id, `whd_…`. */
                delivery: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `replay` sends the same event again, as a new delivery.
                     */
                    action: "replay";
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The new delivery. */
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
                        /** @description The test event, as your server receives it. */
                        event: {
                            /** @description The event's id, `evt_…`. */
                            id: string;
                            /**
                             * @description The type of the event.
                             */
                            type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            created_at: string;
                            /** @description What the event says. `test` is true. */
                            data: Record<string, unknown>;
                        };
                        /** @description Whether it is being delivered. */
                        deliver: boolean;
                        /** @description One delivery per endpoint that subscribes to the event. */
                        deliveries: {
                            /** @description The delivery's id, `whd_…`. */
                            id: string;
                            /** @description The endpoint, `wh_…`. */
                            webhook_id: string;
                            /** @description Where it is posted. */
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
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only the entry for this address. An unencoded `+` also works. */
                email?: string;
                /** @description Only entries with this reason. */
                reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                /** @description A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The entries on this page, newest first. */
                        suppressions: components["schemas"]["Suppression"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                    /** @description The address. An unencoded `+` in a query also works. */
                    email: string;
                    /**
                     * @description Why to suppress it. Default `manual`.
                     * @default manual
                     */
                    reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                    /** @description A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
                    tenant?: string;
                    /** @description A note of your own, up to 500 characters. */
                    note?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The entry. */
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        /** @description The entry. */
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
        };
    };
    deleteSuppressions: {
        parameters: {
            query: {
                /** @description The address. An unencoded `+` in a query also works. */
                email: string;
                /** @description A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
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
                    /**
                     * @description Whether to add or remove the addresses.
                     */
                    action: "add" | "remove";
                    /** @description 1 to 1,000 addresses. Invalid ones are reported in `failed`. The rest are processed. */
                    emails: string[];
                    /**
                     * @description Why to suppress it. Default `manual`.
                     * @default manual
                     */
                    reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                    /** @description A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
                    tenant?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description How many addresses were added. */
                        added: number;
                        /** @description How many addresses were removed. */
                        removed: number;
                        /** @description How many needed no change. */
                        skipped: number;
                        /** @description The addresses that could not be processed. */
                        failed: {
                            /** @description The address as you gave it. */
                            email: string;
                            /** @description What is wrong with it. */
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
                /** @description A tenant's list, by `external_id` or `ten_…` id, or `*` for all lists. Defaults to the account's list. */
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
                /** @description A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
                tenant?: string;
            };
            path: {
                /** @description The entry's id, `sup_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The entry. */
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
        };
    };
    getOptOuts: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The address. An unencoded `+` also works. */
                email?: string;
                /** @description The category that the address opted out of. */
                category?: "product" | "newsletter";
                /** @description A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The opt-outs on this page, newest first. */
                        opt_outs: components["schemas"]["OptOut"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    deleteOptOuts: {
        parameters: {
            query: {
                /** @description The address. An unencoded `+` also works. */
                email: string;
                /** @description The category that the address opted out of. */
                category: "product" | "newsletter";
                /** @description A tenant's list, by `external_id` or `ten_…` id. Defaults to the account's list. */
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
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
                        /** @description The claim. */
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        /** @description The claim. */
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
        };
    };
    getDomainsClaimsId: {
        parameters: {
            path: {
                /** @description The claim's id, `clm_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The claim. */
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
        };
    };
    postDomainsClaimsId: {
        parameters: {
            path: {
                /** @description The claim's id, `clm_…`. */
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
                        /** @description The claim. */
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
        };
    };
    getDomains: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only this tenant's domains, by `external_id` or `ten_…` id. */
                tenant?: string;
                /** @description Only domains with this status. */
                status?: "pending" | "verified" | "failing" | "failed";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The domains on this page, newest first. */
                        domains: components["schemas"]["Domain"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    getDomainsId: {
        parameters: {
            path: {
                /** @description The domain's name or id, `dom_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    postDomainsId: {
        parameters: {
            path: {
                /** @description The domain's name or id, `dom_…`. */
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
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                        /** @description For `verify`: whether the domain is verified now. */
                        verified?: boolean;
                        /** @description For `apply`: what was planned and what was done. */
                        dns_plan?: components["schemas"]["DnsPlan"];
                        /** @description For `apply`: how many records were written. */
                        applied?: number;
                    };
                };
            };
        };
    };
    deleteDomainsId: {
        parameters: {
            query?: {
                /** @description `true` deletes the domain although emails are scheduled from it, and cancels them. */
                force?: "true" | "false";
            };
            path: {
                /** @description The domain's name or id, `dom_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    patchDomainsId: {
        parameters: {
            path: {
                /** @description The domain's name or id, `dom_…`. */
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
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    postDomainsIdRotateDkim: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The domain's name or id, `dom_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    deleteDomainsIdRotateDkim: {
        parameters: {
            path: {
                /** @description The domain's name or id, `dom_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    getMigrations: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The imports on this page, newest first. Previews are not kept. */
                        migrations: components["schemas"]["MigrationSummary"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                    /**
                     * @description The provider to import from.
                     */
                    provider: "sendgrid" | "postmark" | "mailgun";
                    /** @description The provider's API key, or server token for Postmark. Used for this request only and never stored. */
                    api_key: string;
                    /** @description For Postmark: the account token, needed to import domains. */
                    account_api_key?: string;
                    /**
                     * @description For SendGrid and Mailgun: the provider's region. Default `us`.
                     */
                    region?: "us" | "eu";
                    /** @description What to import. Defaults to everything. */
                    resources?: ("domains" | "webhooks" | "templates" | "suppressions")[];
                    /**
                     * @description Previews the import and writes nothing. Default false.
                     * @default false
                     */
                    dry_run?: boolean;
                    /** @description The `next_cursor` of the previous response, to go on with the import. */
                    cursor?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The import and its report. */
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
        };
    };
    getMigrationsId: {
        parameters: {
            path: {
                /** @description The import's id, `mig_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The import and its report. */
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
        };
    };
    getMigrationsIdReport: {
        parameters: {
            query?: {
                /** @description The format of the report. Default `csv`. */
                format?: "csv" | "json";
            };
            path: {
                /** @description The import's id, `mig_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/csv": string;
                    "application/json": {
                        /** @description The import and its report. */
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
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The API keys on this page, newest first. */
                        api_keys: components["schemas"]["ApiKey"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postApiKeys: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
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
                        /** @description The API key, without its secret. */
                        api_key: components["schemas"]["ApiKey"];
                        /** @description The key itself, `svc_…`. Shown only here. */
                        secret: string;
                    };
                };
            };
        };
    };
    getApiKeysId: {
        parameters: {
            path: {
                /** @description The API key's id, not its secret. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The API key, without its secret. */
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    deleteApiKeysId: {
        parameters: {
            path: {
                /** @description The API key's id, not its secret. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    patchApiKeysId: {
        parameters: {
            path: {
                /** @description The API key's id, not its secret. */
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
                        /** @description The API key, without its secret. */
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    getSmtpCredentials: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The credentials on this page, newest first. */
                        smtp_credentials: components["schemas"]["SmtpCredential"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postSmtpCredentials: {
        parameters: {
            header?: {
                /** @description Makes a retry safe: the same request with the same key returns the first response for 24 hours. No commas. */
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
                        /** @description The credential, without its password. */
                        smtp_credential: components["schemas"]["SmtpCredential"];
                        /** @description The SMTP password, `svcsmtp_…`. Shown only here. */
                        password: string;
                    };
                };
            };
        };
    };
    getSmtpCredentialsId: {
        parameters: {
            path: {
                /** @description The credential's id. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The credential, without its password. */
                        smtp_credential: components["schemas"]["SmtpCredential"];
                    };
                };
            };
        };
    };
    deleteSmtpCredentialsId: {
        parameters: {
            path: {
                /** @description The credential's id. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    getTenants: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only tenants with this status. */
                status?: "active" | "paused";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The tenants on this page, newest first. */
                        tenants: components["schemas"]["Tenant"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                        /** @description The tenant. */
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
        };
    };
    getTenantsTenant: {
        parameters: {
            path: {
                /** @description The tenant's `external_id`, or its `ten_…` id. */
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The tenant. */
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
        };
    };
    deleteTenantsTenant: {
        parameters: {
            path: {
                /** @description The tenant's `external_id`, or its `ten_…` id. */
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    patchTenantsTenant: {
        parameters: {
            path: {
                /** @description The tenant's `external_id`, or its `ten_…` id. */
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
                        /** @description The tenant. */
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
        };
    };
    getTenantsTenantStats: {
        parameters: {
            query?: {
                /** @description How many UTC days to count, ending today, 1 to 90. Default 7. */
                days?: string;
            };
            path: {
                /** @description The tenant's `external_id`, or its `ten_…` id. */
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The tenant. */
                        tenant: components["schemas"]["Tenant"];
                        /** @description What was sent in these days and what became of it. */
                        stats: components["schemas"]["TenantStats"];
                        /** @description The ramp that the tenant's next send is held to. */
                        ramp: components["schemas"]["TenantRamp"];
                    };
                };
            };
        };
    };
    getTenantsTenantDomains: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only domains with this status. */
                status?: "pending" | "verified" | "failing" | "failed";
            };
            path: {
                /** @description The tenant's `external_id`, or its `ten_…` id. */
                tenant: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The tenant's domains on this page, newest first. */
                        domains: components["schemas"]["Domain"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    postTenantsTenantDomains: {
        parameters: {
            path: {
                /** @description The tenant's `external_id`, or its `ten_…` id. */
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
                        /** @description The domain. */
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
        };
    };
    deleteTenantsTenantDomainsDomain: {
        parameters: {
            path: {
                /** @description The tenant's `external_id`, or its `ten_…` id. */
                tenant: string;
                /** @description The domain's name or id. */
                domain: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
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
                        /** @description The account of the API key. */
                        account: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description How many UTC days to show, ending today, 1 to 90. Default 30. */
                days?: string;
                /** @description Only this tenant's numbers, by `external_id` or `ten_…` id. */
                tenant?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description What was sent, by day, and what counts toward the plan. */
                        usage: components["schemas"]["Usage"];
                    };
                };
            };
        };
    };
    getDeliverability: {
        parameters: {
            query?: {
                /** @description How many UTC days to count, ending today, 1 to 90. Default 7. */
                days?: string;
                /** @description Only this tenant's numbers, by `external_id` or `ten_…` id. */
                tenant?: string;
                /** @description Only what was sent from this domain. */
                domain?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Delivery results over these days, in recipients. */
                        deliverability: components["schemas"]["Deliverability"];
                    };
                };
            };
        };
    };
    getReceivedEmails: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only email to this domain. */
                domain?: string;
                /** @description Only email delivered to this address. */
                to?: string;
                /** @description Only email with this address in `From`. */
                from?: string;
                /** @description Only email received at or after this time. ISO 8601, with `Z` or an offset. */
                since?: string;
                /** @description Only email received before this time. ISO 8601, with `Z` or an offset. */
                until?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The received emails on this page, newest first. */
                        received_emails: components["schemas"]["ReceivedEmailSummary"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getReceivedEmailsId: {
        parameters: {
            path: {
                /** @description The received email's id, `inb_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The received email. */
                        received_email: components["schemas"]["ReceivedEmail"];
                    };
                };
            };
        };
    };
    deleteReceivedEmailsId: {
        parameters: {
            path: {
                /** @description The received email's id, `inb_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    getInboundRoutes: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only routes of this domain, by name or `dom_…` id. */
                domain?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The routes on this page, newest first. */
                        inbound_routes: components["schemas"]["InboundRoute"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                    /** @description An address, `support+*@in.example.com` for any tag or none, or `*@in.example.com` for the rest of the domain. */
                    match: string;
                    /**
                     * @description Whether to deliver the email or refuse it. Default `deliver`.
                     * @default deliver
                     */
                    action?: "deliver" | "refuse";
                    /** @description For `deliver`: the only endpoint to get the email, `wh_…`. It must subscribe to `email.received`. Defaults to all endpoints. */
                    webhook_id?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The route. */
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        /** @description The route. */
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
        };
    };
    getInboundRoutesId: {
        parameters: {
            path: {
                /** @description The route's id, `irt_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The route. */
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
        };
    };
    deleteInboundRoutesId: {
        parameters: {
            path: {
                /** @description The route's id, `irt_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
                        ok: true;
                    };
                };
            };
        };
    };
    patchInboundRoutesId: {
        parameters: {
            path: {
                /** @description The route's id, `irt_…`. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whether to deliver the email or refuse it. Default `deliver`.
                     */
                    action?: "deliver" | "refuse";
                    /** @description For `deliver`: the only endpoint to get the email, `wh_…`. It must subscribe to `email.received`. Null for all endpoints. */
                    webhook_id?: string | null;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The route. */
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
        };
    };
    getBlockedSenders: {
        parameters: {
            query?: {
                /** @description How many to return per page, 1 to 100. Default 25. */
                limit?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The blocked senders on this page, newest first. */
                        blocked_senders: components["schemas"]["BlockedSender"][];
                        /** @description Whether another page follows. A page can be short or empty and still have more. */
                        has_more: boolean;
                        /** @description Pass it as `cursor` to get the next page. Null on the last page. */
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
                    /** @description An address, or a domain including its subdomains. */
                    sender: string;
                    /** @description Refuses only email to this domain, by name or `dom_…` id. All domains by default. */
                    domain?: string;
                    /** @description Refuses only this tenant's email, by `external_id` or `ten_…` id. Defaults to the whole account, or the key's tenant. */
                    tenant?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The blocked sender. */
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        /** @description The blocked sender. */
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
        };
    };
    getBlockedSendersId: {
        parameters: {
            path: {
                /** @description The entry's id, `bsn_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The blocked sender. */
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
        };
    };
    deleteBlockedSendersId: {
        parameters: {
            path: {
                /** @description The entry's id, `bsn_…`. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
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
                        /**
                         * @description Always true.
                         */
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
                /** @description The signed token from the tracked email. */
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
                /** @description The signed token from the tracked email. */
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
                /** @description The signed token from the email's unsubscribe link. */
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
                /** @description The signed token from the email's unsubscribe link. */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Sent by mail programs for one-click unsubscribing (RFC 8058).
                     */
                    "List-Unsubscribe": "One-Click";
                } | {
                    /**
                     * @description Sent by the button of the unsubscribe page.
                     */
                    confirm: "1";
                };
                "multipart/form-data": {
                    /**
                     * @description Sent by mail programs for one-click unsubscribing (RFC 8058).
                     */
                    "List-Unsubscribe": "One-Click";
                } | {
                    /**
                     * @description Sent by the button of the unsubscribe page.
                     */
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
                /** @description The token of one run of the operator's self-test. */
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.received";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The received email, `inb_…`. */
                        email_id: string;
                        /** @description Always `received`. */
                        status: string;
                        /** @description The author in `From`. Empty if the message names none. */
                        from: string;
                        /** @description The addresses in `To`. */
                        to: string[];
                        /** @description The addresses in `Cc`. */
                        cc: string[];
                        /** @description The addresses on your domains that it was delivered to. */
                        rcpt_to: string[];
                        /** @description The tag after the first `+` in the first recipient that has one. Null without one. */
                        mailbox_hash: string | null;
                        /** @description The subject. */
                        subject: string | null;
                        /** @description What the author wrote, without quotes and signature. Null if nothing is left. */
                        reply_text: string | null;
                        /** @description The `Message-ID` header. Null without one. */
                        message_id: string | null;
                        /** @description The `Message-ID` that it replies to. Null without one. */
                        in_reply_to: string | null;
                        /** @description The `Message-ID`s of the conversation, oldest first. */
                        references: string[];
                        /** @description `unknown` if nothing decided it. */
                        spam_status: string;
                        /** @description How many files are attached. */
                        attachment_count: number;
                        /** @description The attached files. */
                        attachments: {
                            /** @description The file name. */
                            filename: string | null;
                            /** @description The MIME type. */
                            content_type: string;
                            /** @description The size in bytes. */
                            size: number;
                        }[];
                        /** @description The size of the whole message in bytes. */
                        size: number;
                        /** @description When it arrived. */
                        received_at: string;
                        /** @description Why the message could not be read to its end. Null if it was. */
                        parse_error: string | null;
                        /** @description The tenant that owns the domain, by `external_id`. Absent for the account's own domains. */
                        tenant?: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.sent";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description When Amazon SES accepted the email. */
                        sent_at: string;
                        /** @description The `Cc` recipients. */
                        cc: string[];
                        /** @description How many recipients the email has. */
                        recipient_count: number;
                        /** @description The `Message-ID` that you set. Null if you didn't. */
                        original_message_id: string | null;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.delivered";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The address that the event is about. Absent if it is about the whole email. */
                        recipient: string;
                        /** @description When the mailbox provider accepted it. */
                        delivered_at: string;
                        /** @description The receiving server's reply, up to 1,000 characters. Null if unknown. */
                        smtp_response: string | null;
                        /** @description The receiving server's IP address. Null if unknown. */
                        remote_mta: string | null;
                        /** @description How long SES took to deliver it, in milliseconds. Null if unknown. */
                        processing_ms: number | null;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.delivery_delayed";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The address that the event is about. Absent if it is about the whole email. */
                        recipient?: string;
                        /** @description How many recipients the event is about, when it is about the whole email. */
                        recipient_count?: number;
                        /** @description Why it is delayed, in the server's words if there are any. Null if unknown. */
                        delay_reason: string | null;
                        /** @description `mailbox_full`, `greylisted`, `rate_limited`, `dns`, `spam_block`, or `other`. */
                        delay_type: string;
                        /** @description When delivery is given up. Null if unknown. */
                        retry_until: string | null;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.bounced";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The address that the event is about. Absent if it is about the whole email. */
                        recipient: string;
                        /**
                         * @description `hard` is permanent. `soft` was given up after retries. `block` is about the message or sender, not the address.
                         */
                        bounce_type: "hard" | "block" | "soft";
                        /** @description The receiving server's own words, up to 1,000 characters. Null if unknown. */
                        bounce_reason: string | null;
                        /** @description The receiving server's SMTP reply code, such as 550. Null if unknown. */
                        smtp_code: number | null;
                        /** @description The receiving server's enhanced status code, such as `5.1.1`. Null if unknown. */
                        enhanced_code: string | null;
                        /** @description When it bounced. */
                        bounced_at: string;
                        /** @description Whether the address is on the suppression list after this event. */
                        suppressed: boolean;
                        /** @description The entry on the suppression list, `sup_…`. Null if there is none. */
                        suppression_id: string | null;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.complained";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The address that the event is about. Absent if it is about the whole email. */
                        recipient?: string;
                        /** @description When the complaint was made. */
                        complained_at: string;
                        /** @description The kind of complaint, such as `abuse`. Null if unknown. */
                        feedback_type: string | null;
                        /** @description False if the complaint names several recipients and could be from any of them. */
                        certain: boolean;
                        /** @description Whether the address is on the suppression list after this event. */
                        suppressed: boolean;
                        /** @description The entry on the suppression list, `sup_…`. Null if there is none. */
                        suppression_id: string | null;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.opened";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The address that the event is about. Absent if it is about the whole email. */
                        recipient?: string;
                        /** @description When it was opened. */
                        opened_at: string;
                        /** @description The visitor's IP address, or their proxy's. Null if unknown. */
                        ip: string | null;
                        /** @description The visitor's user agent, or their proxy's. */
                        user_agent: string;
                        /** @description Whether a program, not a person, probably caused it. */
                        machine: boolean;
                        /** @description Whether it is the email's first by a person, or the first by a machine. */
                        first: boolean;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.clicked";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The address that the event is about. Absent if it is about the whole email. */
                        recipient?: string;
                        /** @description When the link was clicked. */
                        clicked_at: string;
                        /** @description Where the link leads. */
                        url: string;
                        /** @description The visitor's IP address, or their proxy's. Null if unknown. */
                        ip: string | null;
                        /** @description The visitor's user agent, or their proxy's. */
                        user_agent: string;
                        /** @description Whether a program, not a person, probably caused it. */
                        machine: boolean;
                        /** @description Whether it is the email's first by a person, or the first by a machine. */
                        first: boolean;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.failed";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The address that the event is about. Absent if it is about the whole email. */
                        recipient?: string;
                        /** @description How many recipients the event is about, when it is about the whole email. */
                        recipient_count?: number;
                        /** @description `hard` is permanent. `block` is about the message or sender, not the address. Null if no server refused it. */
                        bounce_type: ("hard" | "block") | null;
                        /** @description Why it failed, in the server's words if there are any. Null if unknown. */
                        failure_reason: string | null;
                        /** @description The error code if the service refused it, such as `domain_not_verified`. Null otherwise. */
                        code: string | null;
                        /** @description The receiving server's SMTP reply code, such as 550. Null if unknown. */
                        smtp_code: number | null;
                        /** @description The receiving server's enhanced status code, such as `5.1.1`. Null if unknown. */
                        enhanced_code: string | null;
                        /** @description When it failed. */
                        failed_at: string;
                        /** @description Whether the address is on the suppression list after this event. */
                        suppressed: boolean;
                        /** @description The entry on the suppression list, `sup_…`. Null if there is none. */
                        suppression_id: string | null;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.suppressed";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description The recipients that kept the email from being sent. */
                        suppressed: {
                            /** @description The suppressed address. */
                            email: string;
                            /** @description Why it is suppressed. */
                            reason: string;
                            /** @description Whose list it is on, such as `account`. */
                            scope: string;
                            /** @description The entry on the suppression list, `sup_…`. Null if there is none. */
                            suppression_id: string | null;
                        }[];
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "email.scheduled";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The email, `msg_…`. */
                        email_id: string;
                        /** @description The status that the event gives its recipient. The email's own status is in `GET /emails/{id}`. */
                        status: string;
                        /** @description The sender. */
                        from: string;
                        /** @description The `To` recipients. */
                        to: string[];
                        /** @description The subject. */
                        subject: string;
                        /** @description The labels you gave the email. */
                        tags: {
                            /** @description 1 to 64 letters, digits, or `_ . : -`. Unique within the email. */
                            name: string;
                            /** @description Up to 256 printable characters. */
                            value: string;
                        }[];
                        /** @description The email's category. */
                        category: string;
                        /** @description The tenant that the email was sent for, by `external_id`. Absent for the account's own email. */
                        tenant?: string;
                        /** @description The `Message-ID` header. Null if SES hasn't accepted the email. */
                        message_id: string | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description When it is due. */
                        scheduled_at: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "contact.unsubscribed";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The address that unsubscribed. */
                        email: string;
                        /**
                         * @description Whether the mail program's one-click unsubscribe was used, or the link.
                         */
                        source: "one_click" | "link";
                        /**
                         * @description `all` suppresses the address. `category` is an opt-out of one category.
                         */
                        scope: "all" | "category";
                        /** @description The category opted out of. Null for `all`. */
                        category: string | null;
                        /** @description The category's name as shown to the recipient. Null for `all`. */
                        category_label: string | null;
                        /** @description The entry on the suppression list, `sup_…`. Null for `category`. */
                        suppression_id: string | null;
                        /** @description The opt-out, `opt_…`. Null for `all`. */
                        category_opt_out_id: string | null;
                        /** @description The email whose link was used, `msg_…`. Null if unknown. */
                        email_id: string | null;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "automation.started";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The automation, `aut_…`. */
                        automation_id: string;
                        /** @description The automation's name. */
                        automation_name: string;
                        /** @description The run, `run_…`. */
                        run_id: string;
                        /**
                         * @description The run's status at this event.
                         */
                        status: "running" | "completed" | "failed";
                        /** @description The name of the event that started the run. */
                        event_name: string;
                        /** @description The step that the event is about, from 0. */
                        step_index: number;
                        /** @description The kind of that step. */
                        step_type: string;
                        /** @description Why the run failed. Null unless it did. */
                        error: {
                            /** @description What went wrong. Names fields, never values. */
                            message: string;
                            /** @description A stable code, such as `validation_error`. */
                            code: string;
                            /** @description The step that failed, from 0. */
                            step_index: number;
                        } | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "automation.step_completed";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The automation, `aut_…`. */
                        automation_id: string;
                        /** @description The automation's name. */
                        automation_name: string;
                        /** @description The run, `run_…`. */
                        run_id: string;
                        /**
                         * @description The run's status at this event.
                         */
                        status: "running" | "completed" | "failed";
                        /** @description The name of the event that started the run. */
                        event_name: string;
                        /** @description The step that the event is about, from 0. */
                        step_index: number;
                        /** @description The kind of that step. */
                        step_type: string;
                        /** @description Why the run failed. Null unless it did. */
                        error: {
                            /** @description What went wrong. Names fields, never values. */
                            message: string;
                            /** @description A stable code, such as `validation_error`. */
                            code: string;
                            /** @description The step that failed, from 0. */
                            step_index: number;
                        } | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "automation.completed";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The automation, `aut_…`. */
                        automation_id: string;
                        /** @description The automation's name. */
                        automation_name: string;
                        /** @description The run, `run_…`. */
                        run_id: string;
                        /**
                         * @description The run's status at this event.
                         */
                        status: "running" | "completed" | "failed";
                        /** @description The name of the event that started the run. */
                        event_name: string;
                        /** @description The step that the event is about, from 0. */
                        step_index: number;
                        /** @description The kind of that step. */
                        step_type: string;
                        /** @description Why the run failed. Null unless it did. */
                        error: {
                            /** @description What went wrong. Names fields, never values. */
                            message: string;
                            /** @description A stable code, such as `validation_error`. */
                            code: string;
                            /** @description The step that failed, from 0. */
                            step_index: number;
                        } | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "automation.failed";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The automation, `aut_…`. */
                        automation_id: string;
                        /** @description The automation's name. */
                        automation_name: string;
                        /** @description The run, `run_…`. */
                        run_id: string;
                        /**
                         * @description The run's status at this event.
                         */
                        status: "running" | "completed" | "failed";
                        /** @description The name of the event that started the run. */
                        event_name: string;
                        /** @description The step that the event is about, from 0. */
                        step_index: number;
                        /** @description The kind of that step. */
                        step_type: string;
                        /** @description Why the run failed. Null unless it did. */
                        error: {
                            /** @description What went wrong. Names fields, never values. */
                            message: string;
                            /** @description A stable code, such as `validation_error`. */
                            code: string;
                            /** @description The step that failed, from 0. */
                            step_index: number;
                        } | null;
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "tenant.paused";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The tenant's `external_id`. */
                        tenant: string;
                        /** @description The tenant's id, `ten_…`. */
                        tenant_id: string;
                        /** @description The tenant's name. */
                        name: string;
                        /** @description Why it was paused. Null if no reason was given. */
                        paused_reason: string | null;
                        /**
                         * @description `automated` if the service paused it for bounces or complaints. `manual` if you did.
                         */
                        pause_source: "automated" | "manual";
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
                    /** @description The event's id, `evt_…`. The same in every attempt and replay, so use it to skip duplicates. */
                    id: string;
                    /**
                     * @description The type of the event.
                     */
                    type: "domain.failing";
                    /** @description When the event was made. */
                    created_at: string;
                    /** @description What happened. New fields can appear at any time. */
                    data: {
                        /** @description The domain, `dom_…`. */
                        domain_id: string;
                        /** @description The domain's name. */
                        name: string;
                        /** @description The records to fix. Empty if DNS is right and SES has stopped sending for the domain. */
                        records: {
                            /** @description What the record is for, such as `dkim`. */
                            purpose: string;
                            /**
                             * @description Whether the record is missing or has another value.
                             */
                            status: "missing" | "mismatch";
                        }[];
                        /** @description When it happened. */
                        occurred_at: string;
                        /** @description Present and true when long values were cut to keep the body under 256 KB. */
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
