/** Which traffic type something new has. */
import * as vscode from 'vscode';
import { askChoice, askText, type Answer, type Position } from './ask.ts';
import type { Connected } from '../service/connected.ts';
import type { WorkspaceRef } from '../service/target.ts';

const { t } = vscode.l10n;

/** Of the service, or of the segments that are there where it has no such call; there may then be others, which are typed. */
export async function askTrafficType(
  { client }: Connected,
  { id }: WorkspaceRef,
  position: Position & { readonly placeholder: string; readonly prompt: string },
  typed: string,
): Promise<Answer<string>> {
  const other = Symbol('other');
  const answer = await askChoice<string | typeof other>({
    ...position,
    options: async (signal) => {
      const types = await client.listTrafficTypes(id, { signal });
      return [
        ...[...new Set(types.map(({ name }) => name))].toSorted().map((name) => ({
          label: name,
          icon: new vscode.ThemeIcon('symbol-class'),
          value: name,
          isActive: name === typed,
        })),
        { separator: '' },
        { label: t('Another traffic type…'), icon: new vscode.ThemeIcon('edit'), value: other },
      ];
    },
  });
  if (answer !== other) return answer;
  return askText({
    ...position,
    validate: (text) => (text.trim() === '' ? t('Give the traffic type.') : undefined),
    value: typed,
  });
}
