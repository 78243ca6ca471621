// Made from docs/openapi.json by `npm run openapi`. Do not change by hand.

export interface paths {
    "/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails, newest first
         * @description Filters are combined with "and"; `subject` is how the subject begins, with the same capitals. A page may be short while `has_more` is true: continue with `next_cursor`.
         */
        get: operations["getEmails"];
        put?: never;
        /**
         * Send an email
         * @description Stores the email and answers before it is sent. Give an `Idempotency-Key`: the same request under it, within 24 hours, answers as the first one did and sends nothing. With `scheduled_at` it waits, up to 90 days.
         */
        post: operations["postEmails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 100 emails
         * @description Each email is accepted or refused by itself. Repeated with its Idempotency-Key, the request returns the same answer for 24 hours; without one, a lost answer cannot be read again.
         */
        post: operations["postEmailsBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an email
         * @description With `include=content` the answer has the html and text as they were sent, while they are kept.
         */
        get: operations["getEmailsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Reschedule or cancel a scheduled email
         * @description Give either `scheduled_at` or `cancel: true`. An answer of 200 to a cancel is a promise that nothing goes out; an email that is being sent is 409.
         */
        patch: operations["patchEmailsId"];
        trace?: never;
    };
    "/emails/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a stored email again, without its attachments
         * @description Makes a new email of the stored content, under all rules of POST /emails. After the retention of the content it is 409 `content_expired`.
         */
        post: operations["postEmailsIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to an email, newest first
         * @description Also what webhooks never carry: queued, rescheduled, cancelled, unsubscribed.
         */
        get: operations["getEmailsIdEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of each recipient of an email
         * @description One entry for each address of to, cc and bcc, with its last status and the reason of a failure.
         */
        get: operations["getEmailsIdRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a file and get its upload link
         * @description For 24 hours after the upload, emails may name the file by its id in `attachments`.
         */
        post: operations["postAttachments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates, newest first
         * @description Drafts and published templates, without their bodies.
         */
        get: operations["getTemplates"];
        put?: never;
        /**
         * Create a template, as a draft or published
         * @description With `publish: true` it can be sent at once; otherwise it is a draft until it is published.
         */
        post: operations["postTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template by alias or id
         * @description Returns the draft when there is one, or the version that `version` names.
         */
        get: operations["getTemplatesTemplate"];
        put?: never;
        /**
         * Publish, unpublish, duplicate or preview a template
         * @description preview needs templates:read; publish, unpublish and duplicate need templates:write.
         */
        post: operations["postTemplatesTemplate"];
        /**
         * Delete a template
         * @description Not while an active automation sends by it.
         */
        delete: operations["deleteTemplatesTemplate"];
        options?: never;
        head?: never;
        /**
         * Edit the draft of a template
         * @description Emails use the published version until the draft is published.
         */
        patch: operations["patchTemplatesTemplate"];
        trace?: never;
    };
    "/automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List automations, newest first
         * @description Narrowed by `status`; each with its trigger, without its steps.
         */
        get: operations["getAutomations"];
        put?: never;
        /**
         * Create an automation, as a draft
         * @description A draft is complete, but starts no run until it is activated.
         */
        post: operations["postAutomations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/automations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an automation
         * @description The definition as the next run would take it.
         */
        get: operations["getAutomationsId"];
        put?: never;
        /**
         * Activate, pause or duplicate an automation
         * @description activate answers 400 with an issue for every fault at once, and 503 where a step cannot be done.
         */
        post: operations["postAutomationsId"];
        /**
         * Delete an automation
         * @description Its runs that are open are cancelled, and no more start.
         */
        delete: operations["deleteAutomationsId"];
        options?: never;
        head?: never;
        /**
         * Change an automation
         * @description trigger, steps and allow_reentry replace what is there; not while it is active.
         */
        patch: operations["patchAutomationsId"];
        trace?: never;
    };
    "/automations/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of an automation, newest first
         * @description Narrowed by `status`; each run is kept for the days that the deployment says.
         */
        get: operations["getAutomationsIdRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/automations/{id}/runs/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run with its steps
         * @description Each step with its status, times, output and error.
         */
        get: operations["getAutomationsIdRunsRun"];
        put?: never;
        /**
         * Cancel a run
         * @description A cancel that is answered with 200 lets no later email of the run out.
         */
        post: operations["postAutomationsIdRunsRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that something happened
         * @description The event is stored before the answer, which says how many active automations it matches. A session of the dashboard may run one automation dry: 200, and nothing is stored or sent.
         */
        post: operations["postEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, newest first
         * @description Without their secrets.
         */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Only this answer shows the signing secret.
         */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Without its secret; `disabled_reason` says why the service disabled it.
         */
        get: operations["getWebhooksId"];
        put?: never;
        /**
         * Replay failed deliveries, or rotate the signing secret
         * @description `replay_failed` answers 202 {queued, has_more}: at most 1,000 a call, oldest first. `rotate_secret` answers 200 {webhook, secret}: only this answer shows the new secret. Repeated with its `Idempotency-Key`, `rotate_secret` is 409; `replay_failed` ignores the key.
         */
        post: operations["postWebhooksId"];
        /**
         * Delete a webhook endpoint
         * @description What waits for it is dropped.
         */
        delete: operations["deleteWebhooksId"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable a webhook endpoint
         * @description Counts for every event after the answer. `enabled: true` enables an endpoint again that the service disabled.
         */
        patch: operations["patchWebhooksId"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint, newest first
         * @description Filters may leave a page short, even empty, while has_more is true: continue with next_cursor.
         */
        get: operations["getWebhooksIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its payload and attempts
         * @description Failed attempts with the first 4 KB of what your server answered.
         */
        get: operations["getWebhooksIdDeliveriesDelivery"];
        put?: never;
        /**
         * Replay a delivery
         * @description The answer shows the new delivery of the same event.
         */
        post: operations["postWebhooksIdDeliveriesDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to webhook endpoints
         * @description The event is that of the email that `email_id` names, or a sample. No email is sent.
         */
        post: operations["postEmailsTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressions, newest first
         * @description The list of the account, or with `tenant` that of the tenant.
         */
        get: operations["getSuppressions"];
        put?: never;
        /**
         * Add an address to the suppression list
         * @description For an address that is on the list already, the answer is 200 with the existing entry.
         */
        post: operations["postSuppressions"];
        /**
         * Remove an address from the suppression list
         * @description Only after the address works again: a bounce puts it back. Removing a complaint needs its owner to ask for it.
         */
        delete: operations["deleteSuppressions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add up to 1,000 addresses to the suppression list, or remove them
         * @description Addresses that are no addresses are counted and change nothing for the others.
         */
        post: operations["postSuppressionsBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the suppression list as CSV
         * @description Up to 20,000 rows are in the answer; a longer list is a file, to which a 302 redirects. A very long list takes several requests: repeat it after each 503 with retry-after.
         */
        get: operations["getSuppressionsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a suppression
         * @description With the email that caused it, where one did. An entry of a tenant’s list is found with its `tenant`, or by a key of the tenant.
         */
        get: operations["getSuppressionsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List category opt-outs, newest first
         * @description Addresses that left one category by an unsubscribe link.
         */
        get: operations["getOptOuts"];
        put?: never;
        post?: never;
        /**
         * Remove a category opt-out
         * @description Only when the recipient asks for mail of this category again.
         */
        delete: operations["deleteOptOuts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a domain that another account has; a claim under way is answered with 200
         * @description The answer holds the TXT record that proves that the domain is yours. It holds for 7 days.
         */
        post: operations["postDomainsClaims"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/claims/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a claim of a domain
         * @description Pending until its TXT record is found; it ends after seven days.
         */
        get: operations["getDomainsClaimsId"];
        put?: never;
        /**
         * Look for the record of a claim now, and move the domain to your account
         * @description Without the record the claim stays pending; it is blocked while the owner sent from the domain in the last 30 days. Else the name is yours: a new, pending domain with a DKIM key of its own, whose records are to be published.
         */
        post: operations["postDomainsClaimsId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains, newest first
         * @description Each with its records and their status.
         */
        get: operations["getDomains"];
        put?: never;
        /**
         * Add a domain; one that is yours already is answered with 200
         * @description The answer holds the DNS records to publish. Nothing is sent from it before it is verified.
         */
        post: operations["postDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a domain by id or name, with its DNS records and what is wrong with each
         * @description Each record with its value, the value that DNS has, and what is wrong with it.
         */
        get: operations["getDomainsId"];
        put?: never;
        /**
         * Verify a domain now, or write its records through its DNS host
         * @description verify checks DNS, the signing key and SES; at most once in 10 seconds a domain. apply writes the records with one-time or stored credentials; it adds and extends, and deletes nothing. forget_credentials removes stored ones.
         */
        post: operations["postDomainsId"];
        /**
         * Delete a domain; sends from it are refused at once
         * @description Scheduled emails keep it: 409 with details.scheduled. force=true cancels them; what is queued is still sent.
         */
        delete: operations["deleteDomainsId"];
        options?: never;
        head?: never;
        /**
         * Change the delivery settings of a domain, or its owner
         * @description A setting counts from the next email that is accepted; one that waits keeps those of then.
         */
        patch: operations["patchDomainsId"];
        trace?: never;
    };
    "/domains/{id}/rotate-dkim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the DKIM key of a domain
         * @description The answer has the record of the new key, with the purpose dkim_next: publish it next to the others. Mail is signed with the current key until DNS and SES have the new one; then the former record is dkim_retired for 7 days. Without its record a rotation ends after 30 days.
         */
        post: operations["postDomainsIdRotateDkim"];
        /**
         * Give up a change of the DKIM key of a domain
         * @description The current key stays. Where SES has the new key already, it is given the current one again first; dkim_rotation says reverting until then.
         */
        delete: operations["deleteDomainsIdRotateDkim"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports, newest first
         * @description Without their rows; previews are not kept.
         */
        get: operations["getMigrations"];
        put?: never;
        /**
         * Import from another email provider, or continue an import
         * @description Needs the write scope of every resource that is selected. One request works for up to 25 s: repeat the same body with cursor set to next_cursor while has_more is true, after retry_after_seconds when it is present.
         */
        post: operations["postMigrations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/migrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import, all its requests merged
         * @description Over 5 MB each list of items ends after its first 1,000, or earlier, and truncated is true; the report has the first 1,000 of each, and counts says how many there are.
         */
        get: operations["getMigrationsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/migrations/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the report of an import as CSV, or as JSON with format=json
         * @description A report over 5 MB is a file, to which a 302 redirects; its link lives an hour.
         */
        get: operations["getMigrationsIdReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, newest first
         * @description Without their secrets; `last_used_at` is exact to a minute or so.
         */
        get: operations["getApiKeys"];
        put?: never;
        /**
         * Create an API key; its secret is answered this once
         * @description The secret is in this answer only. A key holds the scopes that it is given, and may be limited to domains, a tenant, client addresses and a time.
         */
        post: operations["postApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Its scopes and limits, without its secret.
         */
        get: operations["getApiKeysId"];
        put?: never;
        post?: never;
        /**
         * Delete an API key; refused everywhere within 60 seconds
         * @description Requests with it are 401 from then on, in a minute at most; it cannot be undone.
         */
        delete: operations["deleteApiKeysId"];
        options?: never;
        head?: never;
        /**
         * Change an API key; effective within 60 seconds
         * @description Scopes, limits and name; the secret stays.
         */
        patch: operations["patchApiKeysId"];
        trace?: never;
    };
    "/smtp-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SMTP credentials, newest first
         * @description Without their passwords.
         */
        get: operations["getSmtpCredentials"];
        put?: never;
        /**
         * Create an SMTP credential; its password is answered this once
         * @description The password is in this answer only. The user name is `service` for all of them.
         */
        post: operations["postSmtpCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smtp-credentials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an SMTP credential
         * @description Without its password.
         */
        get: operations["getSmtpCredentialsId"];
        put?: never;
        post?: never;
        /**
         * Delete an SMTP credential; refused by the relay within 60 seconds
         * @description Sessions that are open with it are refused at their next message.
         */
        delete: operations["deleteSmtpCredentialsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tenants, newest first
         * @description Each with its status; a pause has its reason, time and source.
         */
        get: operations["getTenants"];
        put?: never;
        /**
         * Create a tenant
         * @description `external_id` is your own name for it, and stands for its id everywhere.
         */
        post: operations["postTenants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tenant by external_id or id
         * @description A key that is limited to the tenant may call it with any scope.
         */
        get: operations["getTenantsTenant"];
        put?: never;
        post?: never;
        /**
         * Delete a tenant
         * @description Its suppression list goes, its domains return to the account, its keys are revoked within a minute, and webhook filters lose it. Its emails stay in history without a tenant.
         */
        delete: operations["deleteTenantsTenant"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a tenant
         * @description A pause refuses new emails at once; what is queued already still goes out.
         */
        patch: operations["patchTenantsTenant"];
        trace?: never;
    };
    "/tenants/{tenant}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tenant's numbers and its ramp
         * @description Numbers are recipients, at most a minute late; those of the ramp at most seconds. A key that is limited to the tenant may call it with any scope.
         */
        get: operations["getTenantsTenantStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a tenant's domains, newest first
         * @description A key that is limited to the tenant may call it with any scope.
         */
        get: operations["getTenantsTenantDomains"];
        put?: never;
        /**
         * Give a domain of the account to a tenant
         * @description From then on only that tenant sends from it. Safe to repeat.
         */
        post: operations["postTenantsTenantDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Return a tenant's domain to the account
         * @description By name or id. It is no longer the default_from_domain of the tenant either.
         */
        delete: operations["deleteTenantsTenantDomainsDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account: its plan, its limits and what is used of them
         * @description Null in `limits` means that there is none.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the account or a tenant has used, by day
         * @description Numbers are recipients, at most a minute late.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliverability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how well the mail of the account, a tenant or a domain arrives
         * @description Filters combine. Numbers are recipients, at most a minute late.
         */
        get: operations["getDeliverability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received-emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received emails, newest first
         * @description A page may hold fewer than `limit` emails while `has_more` is true, when filters are given.
         */
        get: operations["getReceivedEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/received-emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a received email with its bodies and files
         * @description Files are base64 while the answer has at most 5 MB; every file has a link that lives an hour.
         */
        get: operations["getReceivedEmailsId"];
        put?: never;
        post?: never;
        /**
         * Delete a received email with its files
         * @description The message, its text and its files; it cannot be undone.
         */
        delete: operations["deleteReceivedEmailsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inbound routes, newest first
         * @description With `domain` those of one domain.
         */
        get: operations["getInboundRoutes"];
        put?: never;
        /**
         * Route received mail of an address; a route that is there already is answered with 200
         * @description The most specific route of a recipient counts: the address itself, then `local+*`, then `*`. Mail for it goes to one endpoint, to all (`deliver` without `webhook_id`), or is refused. A domain has at most 200.
         */
        post: operations["postInboundRoutes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound-routes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inbound route
         * @description Also one whose endpoint is deleted: its mail goes to all endpoints.
         */
        get: operations["getInboundRoutesId"];
        put?: never;
        post?: never;
        /**
         * Delete an inbound route
         * @description Its addresses take mail as if it had never been.
         */
        delete: operations["deleteInboundRoutesId"];
        options?: never;
        head?: never;
        /**
         * Change the action or the endpoint of an inbound route
         * @description Counts within 35 seconds at port 25, within five for events; `refuse` clears the endpoint.
         */
        patch: operations["patchInboundRoutesId"];
        trace?: never;
    };
    "/blocked-senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blocked senders, newest first
         * @description Those of the account and of its tenants.
         */
        get: operations["getBlockedSenders"];
        put?: never;
        /**
         * Refuse the mail of a sender; one that is blocked already is answered with 200
         * @description Compared with the sender of the envelope and with From. Bounces are never blocked. An account has at most 1,000.
         */
        post: operations["postBlockedSenders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocked-senders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a blocked sender
         * @description With the domain or the tenant whose mail alone is refused, where it has one.
         */
        get: operations["getBlockedSendersId"];
        put?: never;
        post?: never;
        /**
         * Take the mail of a sender again
         * @description What was refused does not come again by itself.
         */
        delete: operations["deleteBlockedSendersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service answers
         * @description Needs no key and looks at nothing behind the function.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description OpenAPI 3.1, with the address of this deployment as its server.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/o/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Load the pixel of an email
         * @description Always 200, whatever the token is.
         */
        get: operations["getTOToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/c/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a link of an email
         * @description Goes to the address that the link was signed for and nowhere else.
         */
        get: operations["getTCToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page of an unsubscribe link
         * @description Changes nothing, since scanners follow links.
         */
        get: operations["getUnsubscribeToken"];
        put?: never;
        /**
         * Unsubscribe
         * @description By the one click of a mail client (RFC 8058) or the form of the page. Safe to repeat.
         */
        post: operations["postUnsubscribeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/doctor/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a webhook of the operator's self-test
         * @description Notes that it arrived and keeps nothing of it. Tokens are valid for five minutes.
         */
        post: operations["postDoctorToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a webhook that is read from the log of deliveries
         * @description Reads and keeps nothing of it.
         */
        post: operations["postListen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "email.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A message arrived at an inbound domain */
        post: operations["onEmailReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An email was accepted for delivery */
        post: operations["onEmailSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The recipient's mailbox provider took the email */
        post: operations["onEmailDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.delivery_delayed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The delivery is held or delayed */
        post: operations["onEmailDeliveryDelayed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The email came back */
        post: operations["onEmailBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The recipient marked the email as spam */
        post: operations["onEmailComplained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The pixel of an email was loaded */
        post: operations["onEmailOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A link of an email was followed */
        post: operations["onEmailClicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The email could not be delivered */
        post: operations["onEmailFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.suppressed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The email was not sent: a recipient is suppressed */
        post: operations["onEmailSuppressed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An email waits for its time */
        post: operations["onEmailScheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recipient left by an unsubscribe link */
        post: operations["onContactUnsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "automation.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A run of an automation began */
        post: operations["onAutomationStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "automation.step_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A step of a run is done */
        post: operations["onAutomationStepCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "automation.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A run is done */
        post: operations["onAutomationCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "automation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A run failed */
        post: operations["onAutomationFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tenant.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tenant was paused */
        post: operations["onTenantPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The records of a verified domain are no longer right */
        post: operations["onDomainFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
            headers?: {
                [key: string]: string;
            };
            /** @description Each {name, content_type?, data, content_id?} or, after POST /attachments, {id, content_id?} */
            attachments?: Record<string, unknown>[];
            unsubscribe?: boolean;
            /** @enum {string} */
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
            /** @enum {string} */
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            last_event: string;
            bounce_reason: string | null;
            tags: {
                name: string;
                value: string;
            }[];
            /** @enum {string} */
            category: "transactional" | "product" | "newsletter";
            template: string | null;
            message_id: string | null;
            resent_from: string | null;
            /** @enum {string} */
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
            /** @enum {string} */
            status: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
            last_event: string;
            bounce_reason: string | null;
            tags: {
                name: string;
                value: string;
            }[];
            /** @enum {string} */
            category: "transactional" | "product" | "newsletter";
            template: string | null;
            message_id: string | null;
            resent_from: string | null;
            /** @enum {string} */
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
            /** @constant */
            cancel?: true;
        };
        EmailEvent: {
            id: string;
            /** @enum {string} */
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
            /** @enum {string} */
            kind: "to" | "cc" | "bcc";
            /** @enum {string} */
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
            /** @constant */
            object: "template";
            alias: string;
            name: string;
            subject: string;
            /** @enum {string} */
            category: "transactional" | "product" | "newsletter";
            unsubscribe_enabled: boolean;
            /** @enum {string} */
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
            /** @enum {string} */
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
            /** @constant */
            object: "template";
            alias: string;
            name: string;
            subject: string;
            /** @enum {string} */
            category: "transactional" | "product" | "newsletter";
            unsubscribe_enabled: boolean;
            /** @enum {string} */
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
            /** @enum {string} */
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
             * @enum {string}
             */
            version?: "draft" | "published";
        };
        Automation: {
            id: string;
            /** @constant */
            object: "automation";
            name: string;
            /** @enum {string} */
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
                /** @enum {string} */
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                name: string | null;
            }[];
        };
        AutomationRule: {
            field: string;
            /** @enum {string} */
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
                    /** @enum {string} */
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
            /** @constant */
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
            /** @enum {string} */
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
            /** @constant */
            type: "send_sms";
            name?: string | null;
            id?: string;
            to: string;
            text: string;
        } | {
            /** @constant */
            type: "delay";
            name?: string | null;
            id?: string;
            seconds?: number;
            /** @description An instant, such as {{event.data.trial_ends_at}} */
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
            /** @constant */
            type: "wait_for_event";
            name?: string | null;
            id?: string;
            /** @description Not beginning with email., contact., automation. */
            event: string;
            timeout_seconds: number;
            /**
             * @default end
             * @enum {string}
             */
            on_timeout?: "continue" | "end" | "fail";
            match?: {
                field: string;
                equals: string | number | boolean;
            };
        } | {
            /** @constant */
            type: "condition";
            name?: string | null;
            id?: string;
            all?: {
                /** @description event.email, event.data.<key>, steps.<n>.event.data.<key> of an earlier wait */
                field: string;
                /** @enum {string} */
                operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                value?: unknown;
            }[];
            any?: {
                /** @description event.email, event.data.<key>, steps.<n>.event.data.<key> of an earlier wait */
                field: string;
                /** @enum {string} */
                operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "greater_than" | "less_than" | "exists" | "not_exists" | "in";
                value?: unknown;
            }[];
            /** @description The id of a later step, at which the run goes on where the condition is false; else it ends */
            skip_to?: string;
        } | {
            /** @constant */
            type: "webhook";
            name?: string | null;
            id?: string;
            url: string;
            /**
             * @default POST
             * @enum {string}
             */
            method?: "POST" | "PUT" | "PATCH";
            headers?: {
                [key: string]: string;
            };
            body?: Record<string, unknown> | unknown[];
        };
        AutomationSummary: {
            id: string;
            /** @constant */
            object: "automation";
            name: string;
            /** @enum {string} */
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
            /** @enum {string} */
            action: "activate" | "pause" | "duplicate";
            /** @description pause: also cancel the open runs */
            cancel_runs?: boolean;
            /** @description duplicate: default `<name> copy` */
            name?: string;
        };
        AutomationRunSummary: {
            id: string;
            /** @constant */
            object: "automation_run";
            automation_id: string;
            /** @description Of the automation when the run began */
            version: number;
            /** @enum {string} */
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
            /** @constant */
            object: "automation_run";
            automation_id: string;
            /** @description Of the automation when the run began */
            version: number;
            /** @enum {string} */
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
                /** @enum {string} */
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                name: string | null;
                /** @enum {string} */
                status: "pending" | "running" | "waiting" | "completed" | "skipped" | "failed";
                started_at: string | null;
                completed_at: string | null;
                /** @description null until the step ends */
                output: Record<string, unknown> | null;
            }[];
        };
        AutomationRunAction: {
            /** @enum {string} */
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
        };
        DryRun: {
            id: null;
            /** @constant */
            object: "automation_run";
            automation_id: string;
            /** @description Of the automation when the run began */
            version: number;
            /** @enum {string} */
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
                /** @enum {string} */
                type: "send_email" | "send_sms" | "delay" | "wait_for_event" | "condition" | "webhook";
                name: string | null;
                /** @enum {string} */
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
            /** @enum {string} */
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            /** @enum {string} */
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
            /** @enum {string} */
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            /** @enum {string} */
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
            /** @enum {string} */
            event_type: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            /** @enum {string} */
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
            /** @enum {string} */
            event: "email.received" | "email.sent" | "email.delivered" | "email.delivery_delayed" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.suppressed" | "email.scheduled" | "contact.unsubscribed" | "automation.started" | "automation.step_completed" | "automation.completed" | "automation.failed" | "tenant.paused" | "domain.failing";
            email_id?: string;
            /** @default true */
            deliver?: boolean;
            tenant?: string;
        };
        Suppression: {
            id: string;
            email: string;
            /** @enum {string} */
            reason: "bounce" | "complaint" | "unsubscribe" | "manual";
            tenant: string | null;
            /** @enum {string} */
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
            /** @enum {string} */
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
             * @enum {string}
             */
            status: "pending" | "verified" | "completed" | "blocked" | "expired";
            /** @description What to publish */
            record: {
                /** @constant */
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
            /** @enum {string} */
            action: "verify";
        };
        Domain: {
            id: string;
            /** @constant */
            object: "domain";
            name: string;
            /** @enum {string} */
            status: "pending" | "verified" | "failing" | "failed";
            /** @description external_id of the tenant that owns it */
            tenant?: string;
            sending_enabled: boolean;
            inbound_enabled: boolean;
            open_tracking: boolean;
            click_tracking: boolean;
            /** @enum {string} */
            tls_mode: "opportunistic" | "enforced";
            tracking_host: string | null;
            region: string;
            /** @description Of the key that mail is signed with */
            dkim_selector: string | null;
            /** @description The last change of the DKIM key */
            dkim_rotation: {
                /** @enum {string} */
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
                /** @enum {string} */
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
             * @enum {string}
             */
            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
            /** @enum {string} */
            type: "TXT" | "CNAME" | "MX";
            /** @description The whole name, without a final dot */
            host: string;
            value: string;
            priority: number | null;
            ttl: number;
            required: boolean;
            /** @enum {string} */
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
            /** @enum {string} */
            tls_mode?: "opportunistic" | "enforced";
        };
        ChangeDomain: {
            open_tracking?: boolean;
            click_tracking?: boolean;
            /** @enum {string} */
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
            /** @enum {string} */
            action: "add" | "update" | "keep" | "done";
            /** @enum {string} */
            type: "TXT" | "CNAME" | "MX";
            host: string;
            value: string;
            /** @enum {string} */
            purpose: "ownership" | "dkim" | "dkim_next" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "inbound_mx";
            /** @description What is there; several values are lines */
            current: string | null;
            note: string | null;
            result: ("written" | "unchanged" | "failed") | null;
            /** @description Why it failed */
            message: string | null;
        };
        DomainAction: {
            /** @enum {string} */
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
            /** @enum {string} */
            provider: "sendgrid" | "postmark" | "mailgun";
            region: ("us" | "eu") | null;
            /** @enum {string} */
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
                    /** @enum {string} */
                    status: "imported" | "would_import" | "skipped" | "failed";
                    reason: ("already_here" | "owned_by_tenant" | "plan_limit" | "domain_claimed" | "name_refused") | null;
                    message: string | null;
                    domain_id: string | null;
                    records: components["schemas"]["DomainRecord"][];
                    /** @description null in a preview */
                    dns_plan: {
                        checked: boolean;
                        changes: {
                            /** @enum {string} */
                            action: "add" | "update" | "keep" | "done";
                            /** @enum {string} */
                            type: "TXT" | "CNAME" | "MX";
                            host: string;
                            value: string;
                            /** @enum {string} */
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
                    /** @enum {string} */
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
                    /** @enum {string} */
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
                /** @enum {string} */
                resource: "domains" | "webhooks" | "templates" | "suppressions";
                code: string;
                message: string;
                retryable: boolean;
            }[];
            attention: {
                /** @enum {string} */
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
            /** @enum {string} */
            provider: "sendgrid" | "postmark" | "mailgun";
            region: ("us" | "eu") | null;
            /** @enum {string} */
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
            /** @constant */
            object: "tenant";
            external_id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "paused";
            paused_reason: string | null;
            paused_at: string | null;
            pause_source: ("manual" | "automated") | null;
            default_from_domain: string | null;
            /** @enum {string} */
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
            /** @enum {string} */
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
            /** @enum {string} */
            stream_policy?: "all" | "transactional_only";
            daily_limit?: number | null;
            /** @description Replaces the current metadata */
            metadata?: Record<string, unknown> | null;
            /** @enum {string} */
            status?: "active" | "paused";
            /** @description Why it is paused */
            reason?: string;
        };
        TenantStats: {
            /** @constant */
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
            /** @constant */
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
            /** @enum {string} */
            plan: "free" | "pro" | "scale" | "dedicated";
            production_unlocked: boolean;
            tenants_enabled: boolean;
            limits: {
                emails_month: number | null;
                emails_day: number | null;
                domains: number;
                tenants: number;
                requests_per_second: number;
            };
            usage: {
                emails_month: number;
                emails_day: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds
                 */
                resets_at: string;
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
            /** @constant */
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
            /** @enum {string} */
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
                /** @enum {string} */
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
            /** @constant */
            status: "received";
            message_id: string | null;
            in_reply_to: string | null;
            references: string[];
            /** @enum {string} */
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
            /** @constant */
            status: "received";
            message_id: string | null;
            in_reply_to: string | null;
            references: string[];
            /** @enum {string} */
            spam_status: "pass" | "fail" | "unknown";
            attachment_count: number;
            attachments: {
                filename: string;
                content_type: string;
                size: number;
                content_id: string | null;
                /** @enum {string} */
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
                /** @enum {string} */
                spf: "pass" | "fail" | "none" | "unknown";
                /** @enum {string} */
                dkim: "pass" | "fail" | "none" | "unknown";
                /** @enum {string} */
                dmarc: "pass" | "fail" | "none" | "unknown";
            };
            raw_url: string;
        };
        InboundRoute: {
            id: string;
            domain: string;
            match: string;
            /** @enum {string} */
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
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getEmails: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "queued" | "scheduled" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
                to?: string;
                from?: string;
                tag?: string;
                subject?: string;
                template?: string;
                category?: "transactional" | "product" | "newsletter";
                since?: string;
                until?: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        emails: components["schemas"]["Email"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postEmails: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        status: "sent" | "scheduled";
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            422: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postEmailsBatch: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            index: number;
                            id: string | null;
                            /** @enum {string} */
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
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getEmailsId: {
        parameters: {
            query?: {
                include?: "content";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: components["schemas"]["EmailWithContent"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchEmailsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmail"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: components["schemas"]["Email"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postEmailsIdResend: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        status: "sent" | "scheduled";
                        resent_from: string;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            422: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getEmailsIdEvents: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["EmailEvent"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getEmailsIdRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recipients: components["schemas"]["Recipient"][];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachmentRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachment: components["schemas"]["Attachment"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["TemplateSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTemplatesTemplate: {
        parameters: {
            query?: {
                version?: "draft" | "published";
            };
            header?: never;
            path: {
                template: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postTemplatesTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                template: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateAction"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    } | {
                        preview: components["schemas"]["TemplatePreview"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteTemplatesTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                template: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchTemplatesTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                template: string;
            };
            cookie?: never;
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
                    /** @enum {string} */
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        template: components["schemas"]["Template"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getAutomations: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "draft" | "active" | "paused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automations: components["schemas"]["AutomationSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postAutomations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getAutomationsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postAutomationsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationAction"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteAutomationsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchAutomationsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
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
                            /** @enum {string} */
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["Automation"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
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
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runs: components["schemas"]["AutomationRunSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getAutomationsIdRunsRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run: components["schemas"]["AutomationRun"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postAutomationsIdRunsRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                run: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationRunAction"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run: components["schemas"]["AutomationRun"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postEvents: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
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
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getWebhooks: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        secret: string;
                        /** @description The same secret as the libraries of Standard Webhooks take it */
                        standard_secret: string;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getWebhooksId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postWebhooksId: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
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
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteWebhooksId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchWebhooksId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
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
                    /** @description Whether failed deliveries of the last 24 hours are replayed once the endpoint answers */
                    auto_replay?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
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
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDeliveryListed"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getWebhooksIdDeliveriesDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postWebhooksIdDeliveriesDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "replay";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postEmailsTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event: {
                            id: string;
                            /** @enum {string} */
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
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppressions: components["schemas"]["Suppression"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An address (C8) */
                    email: string;
                    /**
                     * @default manual
                     * @enum {string}
                     */
                    reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                    /** @description external_id or id: that tenant’s list */
                    tenant?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteSuppressions: {
        parameters: {
            query: {
                email: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postSuppressionsBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "add" | "remove";
                    emails: string[];
                    /**
                     * @default manual
                     * @enum {string}
                     */
                    reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                    /** @description external_id or id: that tenant’s list */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getSuppressionsExport: {
        parameters: {
            query?: {
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Redirect; the header location says where */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getSuppressionsId: {
        parameters: {
            query?: {
                tenant?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        opt_outs: components["schemas"]["OptOut"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteOptOuts: {
        parameters: {
            query: {
                email: string;
                category: "product" | "newsletter";
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postDomainsClaims: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimDomain"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getDomainsClaimsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postDomainsClaimsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimAction"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim: components["schemas"]["DomainClaim"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domains: components["schemas"]["Domain"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomain"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getDomainsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postDomainsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainAction"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            502: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteDomainsId: {
        parameters: {
            query?: {
                force?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchDomainsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeDomain"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postDomainsIdRotateDkim: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteDomainsIdRotateDkim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getMigrations: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        migrations: components["schemas"]["MigrationSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postMigrations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    provider: "sendgrid" | "postmark" | "mailgun";
                    /** @description The key of the old provider; never stored */
                    api_key: string;
                    /** @description With postmark: its account token */
                    account_api_key?: string;
                    /**
                     * @description With sendgrid and mailgun: us by default
                     * @enum {string}
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            502: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getMigrationsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getMigrationsIdReport: {
        parameters: {
            query?: {
                format?: "csv" | "json";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": {
                        migration: components["schemas"]["Migration"];
                    };
                };
            };
            /** @description Redirect; the header location says where */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getApiKeys: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_keys: components["schemas"]["ApiKey"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postApiKeys: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                        secret: string;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getApiKeysId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteApiKeysId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchApiKeysId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeApiKey"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getSmtpCredentials: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        smtp_credentials: components["schemas"]["SmtpCredential"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postSmtpCredentials: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSmtpCredential"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        smtp_credential: components["schemas"]["SmtpCredential"];
                        password: string;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getSmtpCredentialsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        smtp_credential: components["schemas"]["SmtpCredential"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteSmtpCredentialsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTenants: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "active" | "paused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: components["schemas"]["Tenant"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postTenants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTenant"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTenantsTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteTenantsTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchTenantsTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeTenant"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTenantsTenantStats: {
        parameters: {
            query?: {
                days?: string;
            };
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenant: components["schemas"]["Tenant"];
                        stats: components["schemas"]["TenantStats"];
                        ramp: components["schemas"]["TenantRamp"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTenantsTenantDomains: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                status?: "pending" | "verified" | "failing" | "failed";
            };
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domains: components["schemas"]["Domain"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postTenantsTenantDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveDomain"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["Domain"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteTenantsTenantDomainsDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                days?: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usage: components["schemas"]["Usage"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getDeliverability: {
        parameters: {
            query?: {
                days?: string;
                tenant?: string;
                domain?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliverability: components["schemas"]["Deliverability"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        received_emails: components["schemas"]["ReceivedEmailSummary"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getReceivedEmailsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        received_email: components["schemas"]["ReceivedEmail"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteReceivedEmailsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getInboundRoutes: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
                domain?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inbound_routes: components["schemas"]["InboundRoute"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postInboundRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An address, with or without a tag; `support+*@in.example.com` for the address with any tag or none; `*@in.example.com` for all others of the domain */
                    match: string;
                    /**
                     * @description deliver when absent
                     * @default deliver
                     * @enum {string}
                     */
                    action?: "deliver" | "refuse";
                    /** @description deliver: the only endpoint that gets the mail, one that is subscribed to email.received and has no tenants filter; all endpoints when absent */
                    webhook_id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            409: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getInboundRoutesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteInboundRoutesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    patchInboundRoutesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action?: "deliver" | "refuse";
                    /** @description deliver: the only endpoint that gets the mail, one that is subscribed to email.received and has no tenants filter; null: all endpoints */
                    webhook_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inbound_route: components["schemas"]["InboundRoute"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getBlockedSenders: {
        parameters: {
            query?: {
                limit?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        blocked_senders: components["schemas"]["BlockedSender"][];
                        has_more: boolean;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postBlockedSenders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
            400: components["responses"]["Error"];
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            413: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getBlockedSendersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        blocked_sender: components["schemas"]["BlockedSender"];
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    deleteBlockedSendersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            401: components["responses"]["Error"];
            403: components["responses"]["Error"];
            404: components["responses"]["Error"];
            429: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTOToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                };
            };
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getTCToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect; the header location says where */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    getUnsubscribeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page that says why */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postUnsubscribeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @constant */
                    "List-Unsubscribe": "One-Click";
                } | {
                    /** @constant */
                    confirm: "1";
                };
                "multipart/form-data": {
                    /** @constant */
                    "List-Unsubscribe": "One-Click";
                } | {
                    /** @constant */
                    confirm: "1";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page that says why */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page that says why */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postDoctorToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            404: components["responses"]["Error"];
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    postListen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Error"];
            503: components["responses"]["Error"];
        };
    };
    onEmailReceived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailSent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailDelivered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailDeliveryDelayed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailBounced: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
                        /** @enum {string} */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailComplained: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailOpened: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailClicked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailSuppressed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailScheduled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onContactUnsubscribed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "contact.unsubscribed";
                    created_at: string;
                    data: {
                        email: string;
                        /** @enum {string} */
                        source: "one_click" | "link";
                        /** @enum {string} */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAutomationStarted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "automation.started";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        /** @enum {string} */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAutomationStepCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "automation.step_completed";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        /** @enum {string} */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAutomationCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "automation.completed";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        /** @enum {string} */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAutomationFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "automation.failed";
                    created_at: string;
                    data: {
                        automation_id: string;
                        automation_name: string;
                        run_id: string;
                        /** @enum {string} */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTenantPaused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "tenant.paused";
                    created_at: string;
                    data: {
                        tenant: string;
                        tenant_id: string;
                        name: string;
                        paused_reason: string | null;
                        /** @enum {string} */
                        pause_source: "automated" | "manual";
                        occurred_at: string;
                        truncated?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Taken; anything else is retried */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDomainFailing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "domain.failing";
                    created_at: string;
                    data: {
                        domain_id: string;
                        name: string;
                        records: {
                            purpose: string;
                            /** @enum {string} */
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
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
