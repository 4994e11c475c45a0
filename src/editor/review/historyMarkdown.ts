/** The timeline of a change request as Markdown, in which no word of it means anything but itself. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { oneLine } from '../changeWords/markdownText.ts';
import { operationSentence, statusLook, titleOf } from '../requestWords.ts';
import { timelineOf } from './timeline.ts';

const { t } = vscode.l10n;

export function historyAsMarkdown(request: ChangeRequest): string {
  const entries = timelineOf(request).flatMap(({ who, what, when, comment }) => [
    `- **${escaped(who)}** ${escaped(what)}${when === '' ? '' : ` · ${escaped(when)}`}`,
    ...comment
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .filter((line) => line.trim() !== '')
      .map((line) => `  > ${escaped(line)}`),
  ]);
  return [
    `### ${escaped(titleOf(request))}`,
    '',
    `${escaped(operationSentence(request))} · ${escaped(statusLook(request.status).label)} · ${escaped(t('id {0}', request.id))}`,
    '',
    ...entries,
    '',
  ].join('\n');
}

/** Line ends would end the paragraph, and so what was escaped in it. */
const escaped = (text: string): string => oneLine(text).replaceAll(/[\\`*_{}[\]()#+\-.!|<>~&:@]/g, String.raw`\$&`);
