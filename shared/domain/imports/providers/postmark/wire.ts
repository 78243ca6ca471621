import { isObject, type Json } from '../../../../core/json-path.ts';

/** A page of `{TotalCount, <name>: […]}`; null: another shape. */
export function pageOf(body: unknown, name: string): { rows: unknown[]; total: number } | null {
  if (!isObject(body) || !Array.isArray(body[name]) || typeof body.TotalCount !== 'number') return null;
  return { rows: body[name], total: body.TotalCount };
}

/** A server without its `ApiTokens`, which are live keys: they are dropped as soon as they are read. */
export function serverOf(body: unknown): Json | null {
  if (!isObject(body) || typeof body.ID !== 'number') return null;
  const { ApiTokens: _dropped, ...server } = body;
  return server;
}
