/** Every scope. A `:write` scope implies its resource's `:read`. `full` implies all. */
export const scopes = [
  'full',
  'emails:send',
  'emails:read',
  'domains:read',
  'domains:write',
  'webhooks:read',
  'webhooks:write',
  'templates:read',
  'templates:write',
  'suppressions:read',
  'suppressions:write',
  'inbound:read',
  'inbound:write',
  'events:write',
  'automations:read',
  'automations:write',
  'account:read',
] as const;

export type Scope = (typeof scopes)[number];

/** Whether `granted` scopes include any of `required`. */
export function grants(granted: readonly string[], required: readonly Scope[]): boolean {
  return required.some(
    (scope) =>
      granted.includes('full') ||
      granted.includes(scope) ||
      (scope.endsWith(':read') && granted.includes(scope.replace(':read', ':write'))),
  );
}
