declare module 'oidc-provider' {
  type Context = { path: string; status: number; body: unknown };
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: object, response: object) => void;
    use(step: (ctx: Context, next: () => Promise<void>) => Promise<void>): void;
    interactionFinished(request: object, response: object, result: object): Promise<void>;
  }
}
