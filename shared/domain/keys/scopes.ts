/** Every scope there is. A `:write` scope implies the `:read` of the same resource; `full` implies all. */
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

/** Whether a key with `granted` reaches what any one of `required` reaches. */
export function grants(granted: readonly string[], required: readonly Scope[]): boolean {
  return required.some(
    (scope) =>
      granted.includes('full') ||
      granted.includes(scope) ||
      (scope.endsWith(':read') && granted.includes(scope.replace(':read', ':write'))),
  );
}
