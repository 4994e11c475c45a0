/** Show Keys: the keys of a segment as a read-only text. */
import * as vscode from 'vscode';
import { readAllKeys } from '../../operations/readAllKeys.ts';
import { formatNumber } from '../requestWords.ts';
import { segmentFrom } from '../target.ts';
import { tellProgress, tellRefusal } from '../tell.ts';
import { chooseTarget } from './chooseTarget.ts';
import type { SegmentsDeps } from './index.ts';

const { t } = vscode.l10n;

export async function showKeys({ connections, lastTarget, texts }: SegmentsDeps, argument: unknown): Promise<void> {
  const connected = await connections.orAsk();
  if (!connected) return;
  const target = segmentFrom(argument) ?? (await chooseTarget({ connected, title: t('Show Keys'), lastTarget }));
  if (!target) return;
  const { environment, workspace, name } = target;
  const { keys, count, isComplete } = await tellProgress(
    t('Reading the keys of {0}', name),
    (_, signal) => readAllKeys(connected.client, environment.id, name, { signal }),
    { cancellable: true },
  );
  if (keys.length === 0) {
    tellRefusal(t('{0} holds no key in {1} / {2}.', name, workspace.name, environment.name));
    return;
  }
  await texts.open(`${name} – ${workspace.name}, ${environment.name}.txt`, `${keys.join('\n')}\n`);
  if (!isComplete) {
    tellRefusal(t('The service counts {0} keys but gave only {1} of them.', formatNumber(count), formatNumber(keys.length)));
  }
}
