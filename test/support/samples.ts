import { resources } from '../../functions/resources.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import type { Client } from './api.ts';

/** The sample of a resource whose first text, which names it, has these characters in addition. */
function sampleWith({ sample }: Resource, text: string): object {
  const [first] = Object.entries(sample ?? {});
  const [name = '', value] = first ?? [];
  return { ...sample, [name]: String(value).startsWith('https:') ? `${value}?${text}` : `${text}-${value}` };
}

/** Makes an object of a resource by its sample; returns its id. */
export async function makeSample(call: Client, resource: Resource, text: string, more: object = {}) {
  const body = { ...sampleWith(resource, text), ...more };
  const answer = await call('POST', resource.path, { body });
  const made = answer.body[resource.one] as { id: string } | undefined;
  if (made === undefined) throw new Error(`POST ${resource.path} answered ${answer.status}: ${answer.text}`);
  return made.id;
}

/** The resource that a path is of, if it can be made by its sample. */
export const sampledAt = (path: string): Resource | undefined =>
  resources.find((one) => one.sample !== null && (path === one.path || path.startsWith(`${one.path}/`)));
