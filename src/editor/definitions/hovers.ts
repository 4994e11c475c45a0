/** What something in a definition means, at the pointer. */
import * as vscode from 'vscode';
import type { Meaning } from '../../domain/definitions/document/hover.ts';
import { dateText, meaningSentence } from '../changeWords/matcherWords.ts';
import { addressOf } from '../definitionUri.ts';
import { fieldDoc, matcherDoc } from './fieldDocs.ts';
import { knownFor } from './problems.ts';
import { rangeOf } from './ranges.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export async function hoverOf(
  room: Room,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const address = addressOf(document.uri);
  if (!address) return undefined;
  const text = document.getText();
  const offset = document.offsetAt(position);
  const by = `hover ${document.uri.toString()}`;
  const known = await knownFor(room, address.place, text, by);
  const found = known && (await room.ask(text, 'hover', { known, offset }, by));
  if (!found || typeof found === 'string') return undefined;
  const doc = found.type ? matcherDoc(found.type) : found.field && fieldDoc(found.field);
  const lines = [found.meaning && meaningWords(found.meaning), doc];
  // Names come from the service and from the text: as text, never as markup.
  const parts = lines.filter((line) => line !== undefined).map((line) => new vscode.MarkdownString().appendText(line));
  return parts.length === 0 ? undefined : new vscode.Hover(parts, rangeOf(document, found.span));
}

function meaningWords(meaning: Meaning): string {
  switch (meaning.code) {
    case 'matcher':
      return meaningSentence(meaning.matcher);
    case 'treatment': {
      const what =
        meaning.description === undefined
          ? t('The treatment {0}', meaning.name)
          : t('The treatment {0}: {1}', meaning.name, meaning.description);
      return meaning.isDefault ? t('{0} (the default treatment)', what) : what;
    }
    case 'unknownTreatment':
      return t('There is no treatment “{0}”.', meaning.name);
    case 'segment':
      return segmentWords(meaning);
    case 'flag':
      return t('The flag {0}', meaning.name);
    case 'rule':
      return t('Rule {0} of {1}: the first that matches decides.', meaning.rule + 1, meaning.of);
    case 'date':
      return dateText(meaning.time);
    default:
      return meaning satisfies never;
  }
}

function segmentWords({ name, isActive, trafficType }: Extract<Meaning, { code: 'segment' }>): string {
  const what = trafficType === undefined ? t('The segment {0}', name) : t('The segment {0}, of type {1}', name, trafficType);
  if (isActive === undefined) return what;
  return isActive ? t('{0}: active here', what) : t('{0}: not active here, so it matches nobody', what);
}
