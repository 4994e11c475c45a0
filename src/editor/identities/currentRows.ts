/**
 * Finds in the current text of the file the rows that the service did not accept, so that only these rows are sent again after
 * the user has corrected them.
 */
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { identitiesFrom, type IdentityRow } from '../../domain/identities/identitiesFrom.ts';
import { rematchMapping, rematchRows, type RematchedRows } from '../../domain/identities/rematchRows.ts';
import { readTable } from '../../operations/keys/sources/identityRows.ts';
import { keyText } from '../words/escape.ts';
import { tellRefusal } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import type { Services } from '../window/services.ts';
import { readDocument, type FoundIdentities } from './readIdentities.ts';
import { confirmIdentities } from './confirmIdentities.ts';

const { t } = vscode.l10n;

/** The maximum number of keys that are named in a sentence. */
const MAX_NAMED = 5;

/**
 * Returns the current rows of the identities that failed. If a key has changed, a row is missing or can't be used, or a value
 * is newly doubtful, asks the user for a confirmation first. If there is nothing to send, tells the user why and returns
 * undefined. Returns `left` if the user cancelled.
 */
export async function currentRows(
  services: Pick<Services, 'texts'>,
  before: FoundIdentities,
  failed: readonly IdentityRow[],
  title: string,
): Promise<FoundIdentities | 'left' | undefined> {
  const file = await readDocument(before.file.document.uri);
  if (!file) return undefined;
  const read = await readTable(file.text, before.table.form);
  const mapping = read.ok ? rematchMapping(before.mapping, before.table, read.table) : undefined;
  if (!read.ok || !mapping) {
    return tellRefusal(
      t(
        'The rows can’t be found again, because the columns of {0} have changed or the file can’t be read. Nothing was sent.',
        file.name,
      ),
      commandStep(t('Upload Identities…'), 'flagAdmin.identity.upload', file.document.uri),
    );
  }
  // Leaves out the lines above the table, because the user has already confirmed them before the first attempt.
  const table = { ...read.table, above: [] };
  const again = rematchRows(
    failed.map(({ line, key, given = key }) => ({ line, key: given })),
    { rows: before.table.rows, keyColumn: before.mapping.keyColumn },
    { rows: table.rows, keyColumn: mapping.keyColumn },
  );
  const { remedies } = before;
  const found = await identitiesFrom({ ...table, rows: again.rows }, mapping, setImmediate, remedies);
  const now = { ...found, file, table, rows: again.rows, mapping, remedies };
  const remarks = remarksOn(again, now, file.name);
  if (found.identities.length + found.doubts.length === 0) return tellRefusal([...remarks, t('Nothing was sent.')].join(' '));
  if (remarks.length === 0 && !hasNewDoubt(now, before)) return now;
  const question = {
    title,
    placeholder: t('{0} has changed since it was read. Nothing was sent yet', file.name),
    detail: (one: FoundIdentities) => remarksOn(again, one, file.name).join(' '),
  };
  return (await confirmIdentities(services, now, question)) ?? 'left';
}

/** Describes how the current rows differ from the rows that failed, one sentence for each kind of difference. */
function remarksOn(
  { renamed, missing }: RematchedRows,
  { identities, problems }: Pick<FoundIdentities, 'identities' | 'problems'>,
  file: string,
): readonly string[] {
  const sent = new Set(identities.map(({ key }) => key));
  const others = renamed
    .filter(({ to }) => sent.has(to))
    .map(({ from, to }) => t('{0} (previously {1})', keyText(to), keyText(from)));
  const unusable = problems.filter(({ kind }) => kind !== 'nested').map(({ line }) => t('line {0}', line));
  return [
    ...(others.length > 0 ? [t('Corrected keys: {0}.', listed(others))] : []),
    ...(missing.length > 0 ? [t('No longer in {0}: {1}.', file, listed(missing.map((key) => keyText(key))))] : []),
    ...(unusable.length > 0 ? [t('Rows that can no longer be used: {0}.', listed(unusable))] : []),
  ];
}

function listed(all: readonly string[]): string {
  return [...all.slice(0, MAX_NAMED), ...(all.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

/** True if some value is doubtful that was not doubtful when the rows were last sent. */
const hasNewDoubt = ({ doubts }: FoundIdentities, before: FoundIdentities): boolean => {
  const known = new Set(before.doubts.flatMap(({ values }) => values.map(({ value }) => value)));
  return doubts.some(({ values }) => values.some(({ value }) => !known.has(value)));
};
