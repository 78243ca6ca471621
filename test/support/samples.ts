import { resources } from '../../functions/resources.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import type { Client } from './api.ts';

/** A resource's sample, with these characters added to the text that names it. */
function sampleWith({ sample }: Resource, text: string): object {
  const [first] = Object.entries(sample ?? {});
  const [name = '', value] = first ?? [];
  return { ...sample, [name]: String(value).startsWith('https:') ? `${value}?${text}` : `${text}-${value}` };
}

/** Creates an object of a resource from its sample, and returns its id. */
export async function makeSample(call: Client, resource: Resource, text: string, more: object = {}) {
  const body = { ...sampleWith(resource, text), ...more };
  const answer = await call('POST', resource.path, { body });
  const made = answer.body[resource.one] as { id: string } | undefined;
  if (made === undefined) throw new Error(`POST ${resource.path} answered ${answer.status}: ${answer.text}`);
  return made.id;
}

/** The resource of a path, if its sample can create one. */
export const sampledAt = (path: string): Resource | undefined =>
  resources.find((one) => one.sample !== null && (path === one.path || path.startsWith(`${one.path}/`)));
