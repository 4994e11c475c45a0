/** Registers what the editor can ask about a definition's text: the hover text at a position, completions, and the outline. */
import * as vscode from 'vscode';
import type { HoverMeaning } from '../../domain/definitions/document/hover.ts';
import type { OutlineSymbol } from '../../domain/definitions/document/outline.ts';
import { dateText, meaningSentence } from '../words/matcherWords.ts';
import { bucketsText } from '../words/valueWords.ts';
import { labelText, markdownTooltip } from '../words/escape.ts';
import { formatPercent } from '../words/requestWords.ts';
import { addressOf } from '../window/definitionUri.ts';
import { definitionScheme } from '../window/names.ts';
import { wordsOf, type CodeWords } from '../words/codeWords.ts';
import { completionsOf, LONGEST_WAIT, segmentDetail } from './completionProvider.ts';
import { fieldDoc } from './fieldDocs.ts';
import { knownNamesFor } from './checkText.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { rangeOf } from './documents.ts';

const { t } = vscode.l10n;

/** The characters that open completions, because a value, an item, or a name in quotes follows them. */
const TRIGGERS = [' ', '-', ':', '"', "'", ',', '[', '{'];

export function registerLanguage(context: DefinitionsContext): vscode.Disposable {
  const selector = { scheme: definitionScheme };
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => hoverOf(context, document, position),
    }),
    vscode.languages.registerCompletionItemProvider(
      selector,
      { provideCompletionItems: async (document, position) => completionsOf(context, document, position) },
      ...TRIGGERS,
    ),
    vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document) => outlineOf(context, document),
    }),
  );
}

async function hoverOf(
  context: DefinitionsContext,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const address = addressOf(document.uri);
  if (!address) return undefined;
  const text = document.getText();
  const offset = document.offsetAt(position);
  const { known } = await knownNamesFor(context, address.place, LONGEST_WAIT);
  const found = await context.ask(text, 'hover', { known, offset }, `hover ${document.uri.toString()}`);
  if (!found || typeof found === 'string') return undefined;
  const lines = [found.meaning && wordsOf(meaningWords, found.meaning), found.field && fieldDoc(found.field)];
  const parts = lines.filter((line) => line !== undefined).map((line) => markdownTooltip([line]));
  return parts.length === 0 ? undefined : new vscode.Hover(parts, rangeOf(document, found.span));
}

const meaningWords: CodeWords<HoverMeaning> = {
  matcher: ({ matcher }) => meaningSentence(matcher),
  treatment({ name, description, isDefault }) {
    const what = `${name} (${isDefault ? t('default treatment') : t('treatment')})`;
    return description === undefined ? what : t('{0}: {1}', what, description);
  },
  unknownTreatment: ({ name }) => t('There is no treatment “{0}”.', name),
  segment: (segment) => `${segment.name} (${segmentDetail(segment)})`,
  flag: ({ name }) => `${name} (${t('flag')})`,
  rule: ({ rule, of }) => t('Rule {0} of {1}. The first rule that matches decides.', rule + 1, of),
  date: ({ time }) => dateText(time),
};

async function outlineOf({ ask }: DefinitionsContext, document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
  const found = await ask(document.getText(), 'outline', {}, `outline ${document.uri.toString()}`);
  return typeof found === 'string' ? [] : found.map((symbol) => asSymbol(document, symbol));
}

function asSymbol(document: vscode.TextDocument, symbol: OutlineSymbol): vscode.DocumentSymbol {
  const { name, detail, kind } = wordsOf(symbolWords, symbol);
  const made = new vscode.DocumentSymbol(
    labelText(name),
    labelText(detail),
    kind,
    rangeOf(document, symbol.span),
    rangeOf(document, symbol.nameSpan),
  );
  made.children = symbol.children.map((child) => asSymbol(document, child));
  return made;
}

const symbolWords: CodeWords<OutlineSymbol, Pick<vscode.DocumentSymbol, 'name' | 'detail' | 'kind'>> = {
  treatments: () => ({ name: t('Treatments'), detail: '', kind: vscode.SymbolKind.Array }),
  rules: () => ({ name: t('Rules'), detail: '', kind: vscode.SymbolKind.Array }),
  defaultRule: () => ({ name: t('Default rule'), detail: '', kind: vscode.SymbolKind.Function }),
  treatment: ({ name, isDefault }) => ({
    // The editor does not accept an empty name.
    name: name || t('(no name yet)'),
    detail: isDefault ? t('default treatment') : '',
    kind: vscode.SymbolKind.EnumMember,
  }),
  rule: ({ rule, matchers, buckets }) => ({
    name: ruleName(rule + 1, matchers.map((matcher) => meaningSentence(matcher)).join(t(' and '))),
    detail: bucketsText(buckets),
    kind: vscode.SymbolKind.Function,
  }),
  bucket: ({ treatment, size }) => ({
    name: treatment || t('(no name yet)'),
    detail: size === undefined ? '' : formatPercent(size),
    kind: vscode.SymbolKind.Number,
  }),
};

/** Returns the name of a rule. It includes the conditions, because the outline searches names. */
const ruleName = (rule: number, asks: string): string => (asks ? t('{0}: {1}', t('Rule {0}', rule), asks) : t('Rule {0}', rule));
