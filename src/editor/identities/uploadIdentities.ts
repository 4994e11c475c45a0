/** Upload Identities from Current File…: rows and columns → where → say what would be sent → send → mark what was not taken. */
import * as vscode from 'vscode';
import { askChoice } from '../prompts/ask.ts';
import { marked } from '../texts/ownText.ts';
import { requireWritable } from '../prompts/permit.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { requireTrust } from '../trust.ts';
import { choosePlace, type IdentityTarget } from './choosePlace.ts';
import { findIdentities, type FoundIdentities } from './findIdentities.ts';
import type { IdentitiesDeps, Session } from './index.ts';
import { createProblems } from './problems.ts';
import { readDocument } from './readDocument.ts';
import { oddities, reportText } from './report.ts';
import { sendIdentities } from './sendIdentities.ts';

const { t } = vscode.l10n;

export async function uploadIdentities(deps: IdentitiesDeps, session: Session, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  const file = await readDocument(argument);
  const found = file && (await findIdentities(file));
  if (!found) return;
  const begun = await deps.connections.orAsk();
  if (!begun || !requireWritable(begun)) return;
  const title = titleOf(found);
  const target = await choosePlace(begun, title);
  if (!target || !(await isConfirmed(deps, found, target))) return;
  session.problems ??= createProblems();
  session.problems.clear(found.file.document.uri);
  const upload = { begun, target, file: found.file, problems: session.problems, title };
  await sendIdentities(deps, upload, found.identities);
}

/** Says what goes where; the report opens beside, and the question is asked again. */
async function isConfirmed(deps: IdentitiesDeps, found: FoundIdentities, target: IdentityTarget): Promise<boolean> {
  const { workspace, environment, trafficType } = target;
  const remarks = oddities(found);
  for (;;) {
    const answer = await askChoice<'save' | 'report'>({
      title: t('{0} in {1} / {2}', trafficType.name, workspace.name, environment.name),
      placeholder: t('Identities that are there already get these attributes.'),
      options: [
        {
          label: titleOf(found, true),
          detail: t('From {0}, with {1}', found.file.name, found.mapping.attributes.map(({ id }) => id).join(', ')),
          icon: new vscode.ThemeIcon('cloud-upload'),
          value: 'save',
        },
        {
          label: t('Show what was found'),
          detail: remarks === '' ? t('Every row is saved as it is') : remarks,
          icon: new vscode.ThemeIcon('list-flat'),
          value: 'report',
        },
      ],
    });
    if (answer !== 'report') return answer === 'save';
    await deps.texts.open(t('{0} – identities found.txt', found.file.name), marked(reportText(found)), {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
  }
}

function titleOf({ identities }: FoundIdentities, isAction = false): string {
  const count = formatNumber(identities.length);
  if (isAction) return identities.length === 1 ? t('Save 1 identity') : t('Save {0} identities', count);
  return identities.length === 1 ? t('Upload 1 Identity') : t('Upload {0} Identities', count);
}
