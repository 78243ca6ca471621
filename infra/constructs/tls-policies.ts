/**
 * A20: a domain's tls_mode chooses the configuration set `<stage>-<mode>`. In its own file, because CDK takes
 * seconds to load.
 */
export const tlsPolicies = { opportunistic: 'OPTIONAL', enforced: 'REQUIRE' } as const;
