/** The last question before identities are sent: what to do about doubtful keys and rows, and whether to send. */
import * as vscode from 'vscode';
import { askChoice } from '../ask/ask.ts';
import { askRemedy, doubtOptions, remedyOptions, reportOption, titleWithDoubts, type DoubtChoice } from '../ask/askDoubts.ts';
import type { Services } from '../window/services.ts';
import { withOwnMark } from '../words/ownText.ts';
import { identityReportText, remarks, saveLabel } from './identityReport.ts';
import { identitiesIn, type FoundIdentities } from './readIdentities.ts';

const { t } = vscode.l10n;

export interface IdentityQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Describes the identities that would be sent. */
  detail(found: FoundIdentities): string;
}

/**
 * Shows what would be sent. If the user opens the report, asks the question again afterwards. Returns the identities that the
 * user decided to send; undefined = the user cancelled.
 */
export async function confirmIdentities(
  { texts }: Pick<Services, 'texts'>,
  given: FoundIdentities,
  question: IdentityQuestion,
): Promise<FoundIdentities | undefined> {
  let found = given;
  for (;;) {
    const save = {
      label: saveLabel(found),
      detail: question.detail(found),
      icon: new vscode.ThemeIcon('cloud-upload'),
      value: 'save' as const,
    };
    const answer = await askChoice<'save' | 'report' | DoubtChoice>({
      title: titleWithDoubts(question.title, found.doubts),
      placeholder: question.placeholder,
      options: [
        ...doubtOptions(found.doubts, (line) => t('line {0}', line)),
        // If every row is doubtful, there is nothing to send yet.
        ...(found.identities.length > 0 ? [save] : []),
        reportOption(remarks(found)),
      ],
    });
    if (typeof answer === 'object') {
      const { doubt } = answer;
      const remedy = await askRemedy(doubt, remedyOptions(doubt));
      const again = await identitiesIn({ ...found, remedies: { ...found.remedies, ...(remedy && { [doubt.kind]: remedy }) } });
      if (!again) return undefined;
      found = again;
    } else if (answer === 'report') {
      await texts.open(t('{0} – found.txt', found.file.name), withOwnMark(identityReportText(found)), {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
      });
    } else return answer === 'save' ? found : undefined;
  }
}
