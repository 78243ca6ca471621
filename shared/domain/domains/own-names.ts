import type { Settings } from '../settings.ts';

/** Mail of the service itself comes from these: no customer may send as them (A59). */
export function isOwnName({ service_domain, sandbox_domain }: Settings, name: string): boolean {
  return [service_domain, sandbox_domain].some((own) => own !== null && `.${name}`.endsWith(`.${own}`));
}
