import { readFileSync } from 'node:fs';
import { type Example, examplesOf } from '../../infra/docs/examples.ts';
import { docPages } from '../../infra/docs/pages.ts';
import { type ApiRequest, requestFrom, requestFromCurl, requestOf } from '../../infra/docs/request.ts';
import type { ApiDocument } from '../../packages/api-types/document.ts';
import { blocksOf } from './doc-blocks.ts';

const document: ApiDocument = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

/** The requests of the reference: one of each operation. */
export const referenceRequests = (): ApiRequest[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.example;
      return requestOf({ method: method.toUpperCase(), path, operation }, body);
    }),
  );

/** The requests of the guides that are shown in several languages. */
export const guideRequests = (): ApiRequest[] =>
  docPages()
    .flatMap(({ source }) => blocksOf(source))
    .filter(({ info }) => !/^([45]|norun)/.test(info))
    .flatMap(({ language, text }) => {
      if (language === 'http') return requestFrom(text, document) ?? [];
      return language === 'sh' ? (requestFromCurl(text, document) ?? []) : [];
    });

export const shownExamples = (): Example[] =>
  [...referenceRequests(), ...guideRequests()].flatMap(examplesOf);
