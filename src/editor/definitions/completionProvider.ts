/** Completions for a definition. */
import * as vscode from 'vscode';
import type { Completion, SnippetName } from '../../domain/definitions/document/completion.ts';
import type { KnownSegment } from '../../domain/definitions/document/known.ts';
import { labelText } from '../words/escape.ts';
import { addressOf } from '../window/definitionUri.ts';
import { wordsOf, type CodeWords } from '../words/codeWords.ts';
import { fieldDoc } from './fieldDocs.ts';
import { knownNamesFor } from './checkText.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { rangeOf } from './documents.ts';

const { t } = vscode.l10n;

/**
 * The milliseconds that completions wait for the service's lists. After that, only completions from the text itself are shown.
 */
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
  const { known, isComplete } = await knownNamesFor(context, address.place, LONGEST_WAIT);
  const found = await context.ask(text, 'completions', { known, offset }, `completions ${document.uri.toString()}`);
  if (typeof found === 'string') return [];
  const items = found.items.map((completion, index) => itemOf(document, completion, index));
  // If the result is incomplete, the editor asks again after the next letter.
  return isComplete && found.isComplete ? items : { items, isIncomplete: true };
}

function itemOf(document: vscode.TextDocument, completion: Completion, index: number): vscode.CompletionItem {
  const { label, detail, documentation, kind } = wordsOf(completionWords, completion);
  const shown = { label: labelText(label), ...(detail !== undefined && { description: labelText(detail) }) };
  const item = new vscode.CompletionItem(shown, kind);
  const { insert } = completion;
  item.insertText = completion.isSnippet ? new vscode.SnippetString(insert) : insert;
  item.range = rangeOf(document, completion.span);
  item.filterText = (completion.filter ?? completion.label).replace(completion.label, () => label);
  // Preserves the order, because likely completions come first.
  item.sortText = `!${String(index).padStart(5, '0')}`;
  if (completion.code === 'field' && completion.isSnippet) item.command = { command: 'editor.action.triggerSuggest', title: '' };
  if (documentation !== undefined) item.documentation = documentation;
  return item;
}

interface CompletionWords {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  readonly kind: vscode.CompletionItemKind;
}

const completionWords: CodeWords<Completion, CompletionWords> = {
  treatment: ({ label }) => ({ label, detail: t('treatment'), kind: vscode.CompletionItemKind.EnumMember }),
  segment: (one) => ({ label: one.label, detail: segmentDetail(one), kind: vscode.CompletionItemKind.Reference }),
  flag: ({ label }) => ({ label, detail: t('flag'), kind: vscode.CompletionItemKind.Reference }),
  matcherType: ({ label }) => ({ label, kind: vscode.CompletionItemKind.Enum }),
  rolloutStatus: ({ label, description }) => ({ label, detail: description, kind: vscode.CompletionItemKind.Value }),
  word: ({ label }) => ({ label, kind: vscode.CompletionItemKind.Value }),
  field: ({ label, isRequired, field }) => ({
    label,
    detail: isRequired ? t('needed') : undefined,
    documentation: field && fieldDoc(field),
    kind: vscode.CompletionItemKind.Field,
  }),
  snippet: ({ snippet }) => ({ label: snippetLabels[snippet](), kind: vscode.CompletionItemKind.Snippet }),
};

const snippetLabels: Readonly<Record<SnippetName, () => string>> = {
  rule: () => t('rule'),
  halfRollout: () => t('50/50 rollout'),
  bucket: () => t('share of a treatment'),
  treatment: () => t('treatment'),
};

export function segmentDetail({ isActive, trafficType }: Omit<KnownSegment, 'name'>): string {
  const what = trafficType === undefined ? t('segment') : t('segment of type {0}', trafficType);
  return isActive === false ? `${what}, ${t('not active here')}` : what;
}
