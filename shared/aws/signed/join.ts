import type { Service } from './endpoint.ts';

/** Sends one call, and answers with its output. */
export type Send = (operation: string, input: object) => Promise<object>;

export type Join = (service: Service, send: Send) => Send;
