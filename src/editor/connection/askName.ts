/** The name of a connection, which no other one has. */
import * as vscode from 'vscode';
import { askText, type Answer, type Position } from '../prompts/ask.ts';
import { unused } from './label.ts';
import type { ConnectionStore } from './store.ts';

const { t } = vscode.l10n;

const MAX_LENGTH = 60;

/** `value` is suggested; it may be the connection's name now. */
export async function askName(position: Position, store: ConnectionStore, value: string): Promise<Answer<string>> {
  const taken = new Set(store.all().map(({ name }) => name));
  taken.delete(value);
  const answer = await askText({
    ...position,
    prompt: t('Name of the connection, as it is shown in the status bar'),
    value,
    validate: (text) => {
      const name = text.trim();
      if (name === '') return t('Give the connection a name.');
      if (name.length > MAX_LENGTH) return t('This name is too long.');
      return taken.has(name) ? t('Another connection has this name already.') : undefined;
    },
  });
  return typeof answer === 'string' ? answer.trim() : answer;
}

/** The name, with a number where another connection has it. */
export const unusedName = (wanted: string, store: ConnectionStore): string =>
  unused(
    wanted,
    store.all().map(({ name }) => name),
  );
