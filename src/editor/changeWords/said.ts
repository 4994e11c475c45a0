/** A line about a change, and the words for its risk. */
import * as vscode from 'vscode';
import type { Risk } from '../../domain/definitions/risk.ts';
import type { Tone } from '../../webview/protocol.ts';

const { t } = vscode.l10n;

/** `mark` = the risk in a word or two; empty or absent if there is none. */
export interface Said {
  readonly text: string;
  readonly tone: Tone;
  readonly mark?: string;
}

export function riskWord(risk: Risk): string {
  switch (risk) {
    case 'killed':
      return t('kills');
    case 'servesMore':
      return t('serves more');
    case 'servesLess':
      return t('serves less');
    case 'removesRule':
      return t('removes a rule');
    case 'removesDefinition':
      return t('removes the definition');
    case 'nothing':
      return t('no effect');
    default:
      return risk satisfies never;
  }
}
