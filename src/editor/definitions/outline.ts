/** The treatments and rules of a definition, for the outline, the breadcrumbs and Go to Symbol. */
import * as vscode from 'vscode';
import type { OutlineSymbol } from '../../domain/definitions/document/outline.ts';
import { meaningSentence } from '../changeWords/matcherWords.ts';
import { bucketsText, percent } from '../changeWords/shareWords.ts';
import { addressOf } from '../definitionUri.ts';
import { rangeOf } from './ranges.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export async function outlineOf({ ask }: Pick<Room, 'ask'>, document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
  const address = addressOf(document.uri);
  if (!address) return [];
  const by = `outline ${document.uri.toString()}`;
  const found = await ask(document.getText(), 'outline', {}, by);
  return typeof found === 'string' ? [] : found.map((symbol) => asSymbol(document, symbol));
}

function asSymbol(document: vscode.TextDocument, symbol: OutlineSymbol): vscode.DocumentSymbol {
  const { name, detail, kind } = words(symbol);
  const made = new vscode.DocumentSymbol(name, detail, kind, rangeOf(document, symbol.span), rangeOf(document, symbol.nameSpan));
  made.children = symbol.children.map((child) => asSymbol(document, child));
  return made;
}

interface Words {
  readonly name: string;
  readonly detail: string;
  readonly kind: vscode.SymbolKind;
}

function words(symbol: OutlineSymbol): Words {
  switch (symbol.code) {
    case 'treatments':
      return { name: t('Treatments'), detail: '', kind: vscode.SymbolKind.Array };
    case 'rules':
      return { name: t('Rules'), detail: '', kind: vscode.SymbolKind.Array };
    case 'defaultRule':
      return { name: t('Default rule'), detail: '', kind: vscode.SymbolKind.Function };
    case 'treatment':
      return {
        // The editor takes no empty name.
        name: symbol.name || t('(no name yet)'),
        detail: symbol.isDefault ? t('default treatment') : '',
        kind: vscode.SymbolKind.EnumMember,
      };
    case 'rule':
      return {
        name: ruleName(symbol.rule + 1, symbol.matchers.map(meaningSentence).join(t(' and '))),
        detail: bucketsText(symbol.buckets),
        kind: vscode.SymbolKind.Function,
      };
    case 'bucket':
      return {
        name: symbol.treatment || t('(no name yet)'),
        detail: symbol.size === undefined ? '' : percent(symbol.size),
        kind: vscode.SymbolKind.Number,
      };
    default:
      return symbol satisfies never;
  }
}

/** What it asks is in the name: that is what is searched. */
const ruleName = (rule: number, asks: string): string => (asks ? t('Rule {0}: {1}', rule, asks) : t('Rule {0}', rule));
