/** What may be written at a place of a definition. */
import * as vscode from 'vscode';
import type { Completion, SnippetName } from '../../domain/definitions/document/completion.ts';
import { addressOf } from '../texts/definitionUri.ts';
import { fieldDoc } from './fieldDocs.ts';
import { knownFor } from './problems.ts';
import type { DefinitionsContext } from './context.ts';
import { rangeOf } from './documents.ts';

const { t } = vscode.l10n;

/** Milliseconds: what the text says itself is not held back for lists of the service's. */
export const LONGEST_WAIT = 1000;

export async function completionsOf(
  context: DefinitionsContext,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[] | vscode.CompletionList> {
  const address = addressOf(document.uri);
  if (!address) return [];
  const text = document.getText();
  const offset = document.offsetAt(position);
  const { known, isWhole } = await knownFor(context, address.place, LONGEST_WAIT);
  const found = await context.ask(text, 'completions', { known, offset }, `completions ${document.uri.toString()}`);
  if (typeof found === 'string') return [];
  const items = found.map((completion, index) => itemOf(document, completion, index));
  // It is asked again with the next letter.
  return isWhole ? items : { items, isIncomplete: true };
}

function itemOf(document: vscode.TextDocument, completion: Completion, index: number): vscode.CompletionItem {
  const { label, detail, documentation, kind } = words(completion);
  const item = new vscode.CompletionItem({ label, ...(detail !== undefined && { description: detail }) }, kind);
  const { insert } = completion;
  item.insertText = completion.isSnippet ? new vscode.SnippetString(insert) : insert;
  item.range = rangeOf(document, completion.span);
  item.filterText = (completion.filter ?? completion.label).replace(completion.label, () => label);
  // In the order they came: what is likely is first.
  item.sortText = `!${String(index).padStart(5, '0')}`;
  if (completion.code === 'field' && completion.isSnippet) item.command = { command: 'editor.action.triggerSuggest', title: '' };
  if (documentation !== undefined) item.documentation = documentation;
  return item;
}

interface Words {
  readonly label: string;
  readonly detail?: string;
  readonly documentation?: string | undefined;
  readonly kind: vscode.CompletionItemKind;
}

function words(completion: Completion): Words {
  const { label } = completion;
  switch (completion.code) {
    case 'treatment':
      return { label, detail: t('treatment'), kind: vscode.CompletionItemKind.EnumMember };
    case 'segment':
      return { label, detail: segmentDetail(completion), kind: vscode.CompletionItemKind.Reference };
    case 'flag':
      return { label, detail: t('flag'), kind: vscode.CompletionItemKind.Reference };
    case 'matcherType':
      return { label, kind: vscode.CompletionItemKind.Enum };
    case 'rolloutStatus':
      return { label, detail: completion.description ?? t('rollout status'), kind: vscode.CompletionItemKind.Value };
    case 'word':
      return { label, kind: vscode.CompletionItemKind.Value };
    case 'field':
      return {
        label,
        ...(completion.isRequired && { detail: t('needed') }),
        documentation: completion.field && fieldDoc(completion.field),
        kind: vscode.CompletionItemKind.Field,
      };
    case 'snippet':
      return { label: snippetLabel(completion.snippet), detail: t('snippet'), kind: vscode.CompletionItemKind.Snippet };
    default:
      return completion satisfies never;
  }
}

function segmentDetail({ isActive, trafficType }: Extract<Completion, { code: 'segment' }>): string {
  const what = trafficType === undefined ? t('segment') : t('segment of type {0}', trafficType);
  return isActive === false ? t('{0}, not active here', what) : what;
}

function snippetLabel(snippet: SnippetName): string {
  switch (snippet) {
    case 'rule':
      return t('rule');
    case 'halfRollout':
      return t('50/50 rollout');
    case 'bucket':
      return t('share of a treatment');
    case 'treatment':
      return t('treatment');
    default:
      return snippet satisfies never;
  }
}
