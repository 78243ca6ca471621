import type { Service } from './endpoint.ts';

/** `once`: a call that AWS may have taken is not sent again, though its answer is lost. */
export type SendOptions = { once?: boolean | undefined };

export type Send = (operation: string, input: object, options?: SendOptions) => Promise<object>;

export type Join = (service: Service, send: Send) => Send;
