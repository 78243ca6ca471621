import { readFileSync } from 'node:fs';
import { compose } from '../../shared/aws/compose.ts';
import { type GatewayEvent, type GatewayResult, toRequest, toResult } from '../../shared/http/api-gateway.ts';
import { docsSite } from './serve.ts';
import type { Site } from './site.ts';

/** Written by `infra/build.ts`, next to the bundle. */
const site: Site = JSON.parse(readFileSync(new URL('./site.json', import.meta.url), 'utf8'));
const pages = docsSite(compose([]), site);

export async function handler(event: GatewayEvent): Promise<GatewayResult> {
  const { request, path } = toRequest(event);
  return toResult(await pages.fetch(request, { path }));
}
