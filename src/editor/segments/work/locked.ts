/** A segment that a change request is open on takes no other change: said before the choice, with the way to decide it. */
import * as vscode from 'vscode';
import type { Option } from '../../ask.ts';
import type { SegmentTarget } from '../../target.ts';

const { t } = vscode.l10n;

/** Nothing where none is open. */
export const reviewOptions = (
  openRequestId: string | undefined,
  { name, environment }: SegmentTarget,
): readonly Option<'review'>[] =>
  openRequestId === undefined
    ? []
    : [
        {
          label: t('Review the change request that is open on it'),
          detail: t('{0} takes no other change in {1} until it is decided or withdrawn', name, environment.name),
          icon: new vscode.ThemeIcon('lock'),
          value: 'review',
        },
      ];

/** What the question says, after what locks the segment. */
export const orLocked = (openRequestId: string | undefined, sentence: string): string =>
  openRequestId === undefined ? sentence : t('A change request is open on it. {0}', sentence);

export const review = async (openRequestId: string | undefined): Promise<void> =>
  void (await vscode.commands.executeCommand('flagAdmin.changeRequest.open', openRequestId));
