/**
 * A20: a domain's tls_mode chooses the configuration set `<stage>-<mode>`. Separate from CDK, which takes
 * seconds to load.
 */
export const tlsPolicies = { opportunistic: 'OPTIONAL', enforced: 'REQUIRE' } as const;
