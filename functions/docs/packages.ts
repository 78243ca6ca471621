/** The npm packages that a deployment serves. */
export const packageIds = ['sdk', 'cli', 'mcp'] as const;

export const packagePath = (id: (typeof packageIds)[number], version: string): string =>
  `/docs/packages/${id}-${version}.tgz`;
