/**
 * Removes the shell's variables of AWS: a profile, a session token or the endpoint of one service would otherwise send
 * a part of the local commands elsewhere. Returns the endpoint that was set for all services.
 */
export function dropAwsVariables(): string | undefined {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  return endpoint;
}

/** Makes this process work on the local cloud that `environment` describes, and on nothing else. */
export function useLocalCloud(environment: Record<string, string>): void {
  dropAwsVariables();
  Object.assign(process.env, environment);
}
