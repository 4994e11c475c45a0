/** What is to become of a flag's definition: an operation, and for UPDATE and CREATE the definition to be. */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import type { Environment, FlagDefinition, FlagOperation } from '../../api/model.ts';
import { wholeDefinition, type WholeDefinition } from '../../domain/definitions/wholeDefinition.ts';
import { yamlOfJson } from '../../domain/definitions/document/yamlOfJson.ts';
import { readDefinitionText } from '../../operations/definitionText/readDefinitionText.ts';
import { askChoice, type Answer, type ConditionalStep, type Option, type Step } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import type { ProposedChange } from '../service/proposal.ts';
import type { FlagTarget } from '../service/target.ts';
import { commandStep, tellRefusal } from '../messages/notifications.ts';

const { t } = vscode.l10n;

type StepPosition = Parameters<Step>[0];

/** The questions that end in a change of the flag that `targetOf` gives. Undefined answers walk away: the user was told why, or knows. */
export function changeSteps(
  connected: Connected,
  targetOf: () => FlagTarget | undefined,
  choose: (change: ProposedChange) => void,
): readonly (Step | ConditionalStep)[] {
  let operation: FlagOperation | undefined;
  const needsDefinition = (): boolean => operation === 'UPDATE' || operation === 'CREATE';
  return [
    async (position) => {
      const target = targetOf();
      const answer = target && (await askOperation(connected, target, position));
      if (answer === undefined || typeof answer === 'symbol') return answer;
      operation = answer;
      if (!needsDefinition()) choose({ operationType: operation, flag: { name: target?.name ?? '' } });
      return true;
    },
    {
      applies: needsDefinition,
      ask: async (position) => {
        const target = targetOf();
        const definition = target && (await chooseDefinition(connected, target, position));
        if (definition === undefined || typeof definition === 'symbol' || !operation) return definition as Answer<true>;
        choose({ operationType: operation, flag: definition });
        return true;
      },
    },
  ];
}

async function askOperation(connected: Connected, target: FlagTarget, position: StepPosition): Promise<Answer<FlagOperation>> {
  const { workspace, environment, name } = target;
  const live = await definitionIn(connected, target, environment.id);
  if (live?.openChangeRequestId) {
    tellRefusal(
      t(
        'A change request is open on {0} in {1}: decide it first, or withdraw it.',
        name,
        `${workspace.name} / ${environment.name}`,
      ),
      commandStep(t('Review'), 'flagAdmin.changeRequest.open', live.openChangeRequestId),
    );
    return undefined;
  }
  return askChoice<FlagOperation>({
    ...position,
    title: titleOf(target),
    placeholder: live ? t('What is to become of it?') : t('It has no definition here yet'),
    options: operations(live),
  });
}

const titleOf = ({ workspace, environment, name }: FlagTarget): string =>
  t('Change {0} in {1} / {2}', name, workspace.name, environment.name);

/** Only those that the service would take (admin-api.md, Flag operationType values). */
function operations(live: FlagDefinition | undefined): readonly Option<FlagOperation>[] {
  const option = (value: FlagOperation, icon: string, label: string, detail: string): Option<FlagOperation> => ({
    label,
    detail,
    icon: new vscode.ThemeIcon(icon),
    value,
  });
  if (!live) return [option('CREATE', 'add', t('Add a definition'), t('The flag is served in this environment from then on'))];
  return [
    option('UPDATE', 'edit', t('Change the definition'), t('Treatments, rules, shares')),
    live.killed === true
      ? option('RESTORE', 'debug-restart', t('Restore it'), t('Its rules apply again'))
      : option('KILL', 'circle-slash', t('Kill it'), t('Everybody gets the default treatment')),
    option('ARCHIVE', 'trash', t('Remove the definition'), t('The flag is not served in this environment any more')),
  ];
}

type Origin = 'editor' | Environment;

async function chooseDefinition(
  connected: Connected,
  target: FlagTarget,
  position: StepPosition,
): Promise<Answer<{ readonly name: string; readonly [field: string]: unknown }>> {
  const { workspace, environment, name } = target;
  const editor = vscode.window.activeTextEditor;
  const from = await askChoice<Origin>({
    ...position,
    title: titleOf(target),
    placeholder: t('Which definition shall it have?'),
    options: connected.client.listEnvironments(workspace.id).then((all) => [
      ...(editor
        ? [
            {
              label: t('The one in the open editor'),
              description: editor.document.fileName.split(/[\\/]/).at(-1) ?? '',
              detail: t('YAML or JSON, as Open Flag Definition… shows it'),
              icon: new vscode.ThemeIcon('file-code'),
              value: 'editor' as const,
            },
          ]
        : []),
      ...all
        .filter(({ id }) => id !== environment.id)
        .map((value) => ({ label: t('As it is in {0}', value.name), icon: new vscode.ThemeIcon('copy'), value })),
    ]),
  });
  if (from === undefined || typeof from === 'symbol') return from;
  if (from !== 'editor') {
    const other = await definitionIn(connected, target, from.id);
    if (other) return { ...other, name };
    tellRefusal(t('{0} has no definition in {1} either.', name, from.name));
    return undefined;
  }
  const document = editor?.document;
  const text = document?.getText() ?? '';
  const read = await readDefinitionText(document?.languageId.startsWith('json') ? yamlOfJson(text) : text);
  return told(wholeDefinition(read, name), name);
}

async function definitionIn(
  { client }: Connected,
  { workspace, name }: FlagTarget,
  environmentId: string,
): Promise<FlagDefinition | undefined> {
  return client.readDefinition(workspace.id, name, environmentId).catch((error: unknown) => {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  });
}

function told(whole: WholeDefinition, name: string) {
  if (whole.ok) return whole.definition;
  const { refusal } = whole;
  switch (refusal.code) {
    case 'notADefinition':
      tellRefusal(t('The open editor holds no definition. Open one with Open Flag Definition…, copy it, and change it.'));
      return undefined;
    case 'otherFlag':
      tellRefusal(t('The open editor holds the definition of {0}, not of {1}.', refusal.name, name));
      return undefined;
    case 'missing':
      tellRefusal(t('The definition lacks: {0}. A change request carries the whole definition.', refusal.fields.join(', ')));
      return undefined;
    default:
      return refusal satisfies never;
  }
}
