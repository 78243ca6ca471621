import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { ActionOf, Body, CallOptions, Query, Result, Schemas } from '../types.ts';

type TemplateSummary = Schemas['TemplateSummary'];

type Template = Schemas['Template'];
type Preview = Schemas['TemplatePreview'];
type Params = Body<'postTemplatesTemplate'>;
type Act = {
  (template: string, params: Params & { action: 'preview' }, options?: CallOptions): Promise<Preview>;
  (
    template: string,
    params: Params & { action: 'publish' | 'unpublish' | 'duplicate' },
    options?: CallOptions,
  ): Promise<Template>;
};

/** `template` is an alias or a `tpl_` id. */
export function templatesOf(call: Call) {
  const act = ((template: string, params: Params, options?: CallOptions) =>
    call<unknown>(
      'POST',
      path`/templates/${template}`,
      { body: params, unwrap: params.action === 'preview' ? 'preview' : 'template' },
      options,
    )) as Act;
  return {
    create: (params: Body<'postTemplates'>, options?: CallOptions) =>
      call<Template>('POST', '/templates', { body: params, unwrap: 'template' }, options),
    list: (params?: Query<'getTemplates'>, options?: CallOptions) =>
      listOf<TemplateSummary>(call, '/templates', 'templates', params, options),
    get: (template: string, params?: Query<'getTemplatesTemplate'>, options?: CallOptions) =>
      call<Template>('GET', path`/templates/${template}`, { query: params, unwrap: 'template' }, options),
    update: (template: string, params: Body<'patchTemplatesTemplate'>, options?: CallOptions) =>
      call<Template>('PATCH', path`/templates/${template}`, { body: params, unwrap: 'template' }, options),
    delete: (template: string, options?: CallOptions) =>
      call<Result<'deleteTemplatesTemplate'>>('DELETE', path`/templates/${template}`, {}, options),
    act,
    publish: (template: string, options?: CallOptions) => act(template, { action: 'publish' }, options),
    unpublish: (template: string, options?: CallOptions) => act(template, { action: 'unpublish' }, options),
    duplicate: (template: string, params?: Pick<Params, 'alias' | 'name'>, options?: CallOptions) =>
      act(template, { ...params, action: 'duplicate' }, options),
    /** An email of this template, with these variables. */
    preview: (
      template: string,
      params?: Pick<ActionOf<'postTemplatesTemplate'>, 'variables' | 'version'>,
      options?: CallOptions,
    ) => act(template, { ...params, action: 'preview' }, options),
  };
}
