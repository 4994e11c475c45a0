/** Rows that offer the other stored API keys for change requests that wait for them. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../api/model.ts';
import {
  isWaitingForOther,
  passesFilter,
  type RequestFilter,
  type Viewer,
} from '../../../domain/changeRequests/requestGroups.ts';
import { formatNumber } from '../../words/requestWords.ts';
import { createFactNode } from '../plainNodes.ts';
import type { TreeNode } from '../treeNode.ts';
import type { FilteredEnvironment } from './filteredEnvironment.ts';

const { t } = vscode.l10n;

interface Shown {
  readonly viewer: Viewer;
  readonly filter: RequestFilter;
  readonly filtered: FilteredEnvironment;
}

/** Returns one row for each other stored API key for which a listed request waits. Clicking the row switches to the key. */
export function waitingForOthers(requests: readonly ChangeRequest[], { viewer, filter, filtered }: Shown): readonly TreeNode[] {
  const matching = requests.filter((request) => passesFilter(request, filtered.environmentIdOf(request), filter));
  return viewer.otherKeys.flatMap((key) => {
    const { name } = key;
    const count = matching.filter((request) => isWaitingForOther(request, key)).length;
    if (count === 0) return [];
    const use = { command: 'flagAdmin.apiKey.use', title: t('Use API Key…'), arguments: [name] };
    const label = t('Use the API key “{0}” for the change requests that wait for it ({1})', name, formatNumber(count));
    return [createFactNode(label, 'key', use)];
  });
}
