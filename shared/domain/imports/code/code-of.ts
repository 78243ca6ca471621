import type { ImportProvider } from '../../../core/records/imports.ts';
import type { Base } from '../../context.ts';
import { providersByName } from '../providers/providers.ts';
import type { TemplatesSeen } from './templates-seen.ts';

/** Changes in the customer's code. Empty and not loaded until the import has all templates. */
export async function codeOf(
  { settings }: Base,
  provider: ImportProvider,
  { has_more, templates }: { has_more: boolean; templates: TemplatesSeen },
) {
  if (has_more) return { code_changes: [], agent_prompt: '' };
  const { agentPrompt, codeChanges } = await import('./code-changes.ts');
  const about = { provider, title: providersByName[provider].title, base_url: settings.base_url, templates };
  return { code_changes: codeChanges(provider, settings), agent_prompt: agentPrompt(about) };
}
