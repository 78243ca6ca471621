import { readFileSync } from 'node:fs';
import { compose } from '../../shared/aws/compose.ts';
import { type GatewayEvent, type GatewayResult, toRequest, toResult } from '../../shared/http/api-gateway.ts';
import { openSite } from './packed.ts';
import { docsSite } from './serve.ts';

/** Written by `infra/build.ts`, next to the bundle. */
const site = openSite(readFileSync(new URL('./site.json', import.meta.url), 'latin1'));
const pages = docsSite(compose([]), site);

export async function handler(event: GatewayEvent): Promise<GatewayResult> {
  const { request, path } = toRequest(event);
  return toResult(await pages.fetch(request, { path }));
}
