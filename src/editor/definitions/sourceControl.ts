/**
 * Shows drafts in the Source Control view, while there are any or the user is writing one. The editor marks the changes of
 * drafts beside the lines. The view's input box contains the message of the selected draft. Drafts that wait for an approval
 * are in separate groups, because they need no message and can't be submitted again.
 */
import * as vscode from 'vscode';
import { draftId, type DefinitionDraft, type ListedDraft } from '../../operations/definitions/drafts/draft.ts';
import { every, type Timer } from '../../time/clock.ts';
import { setContext } from '../window/command.ts';
import { activeUri, definitionUri } from '../window/definitionUri.ts';
import { contextKeys, sourceControl } from '../window/names.ts';
import { submittedWords } from '../words/requestWords.ts';
import type { RequestTarget } from '../window/target.ts';
import { labelText, plainText } from '../words/escape.ts';
import { placeOfDraft } from './chooseDefinition.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { draftIdOfDocument, editablePlace, showChanges } from './documents.ts';

const { t } = vscode.l10n;

/**
 * The milliseconds between two readings of the input box. It is read regularly, because the editor does not report typing in
 * it.
 */
const POLL_MILLISECONDS = 1_000;

export interface SourceControl extends vscode.Disposable {
  /** Returns the message as typed so far, and stores it. */
  messageOf(draft: DefinitionDraft): string;
}

type Context = Pick<DefinitionsContext, 'drafts' | 'connections' | 'events'>;

export function showSourceControl(context: Context): SourceControl {
  const { drafts } = context;
  let control: vscode.SourceControl | undefined;
  /**
   * One group for each environment and status of the change request. The rows show only the name of the flag, which is the
   * same in all environments.
   */
  const groups = new Map<string, vscode.SourceControlResourceGroup>();
  /** The draft whose message is in the box. */
  let selected: ListedDraft | undefined;
  /**
   * The text that was last put into the box, or last stored from it. If the box has a different text, the user has typed since.
   */
  let stored = '';
  /** True if there is no draft to submit. Undefined until the drafts were read. */
  let lacksDrafts: boolean | undefined;
  let polling: Timer | undefined;

  function show(): void {
    const all = drafts.all();
    if (all.length === 0 && !hasUnsavedText()) {
      polling?.dispose();
      control?.dispose();
      [control, selected] = [undefined, undefined];
      groups.clear();
    } else {
      if (!control) {
        control = vscode.scm.createSourceControl(sourceControl, t('Flag Definitions'));
        control.quickDiffProvider = { provideOriginalResource: liveUriOf };
        polling = every(POLL_MILLISECONDS, storeMessage);
      }
      list(control, all);
      select(control);
    }
    if (lacksDrafts === !all.some(isUnsubmitted)) return;
    lacksDrafts = !all.some(isUnsubmitted);
    void setContext(contextKeys.lacksDrafts, lacksDrafts);
  }

  function showWriting(): void {
    if (drafts.all().length === 0 && hasUnsavedText() !== (control !== undefined)) show();
  }

  function list(shown: vscode.SourceControl, all: readonly ListedDraft[]): void {
    const found = Map.groupBy(all, ({ place, submitted }) =>
      [place.connectionId, place.workspace.id, place.environment.id, submitted?.status].join(),
    );
    for (const [id, group] of groups) {
      if (found.has(id)) continue;
      group.dispose();
      groups.delete(id);
    }
    for (const [id, here] of found) {
      const group = groups.get(id) ?? shown.createResourceGroup(id, labelText(groupLabel(here[0]!)));
      groups.set(id, group);
      group.resourceStates = here.map((draft) => resourceOf(context, draft));
    }
    const { length } = all.filter(isUnsubmitted);
    shown.count = length;
    // Hides the box if there is nothing to submit: before a draft is saved, or after all drafts are submitted.
    shown.inputBox.visible = length > 0;
  }

  /** Selects the draft for the box: that of the active editor, or else the previous one, or else the first. */
  function select(shown: vscode.SourceControl): void {
    const active = activeUri();
    const all = drafts.all().filter(isUnsubmitted);
    const find = (id: string | undefined): ListedDraft | undefined => all.find((draft) => draft.id === id);
    const draft = find(active && draftIdOfDocument(active)) ?? find(selected?.id) ?? all[0];
    const isTyped = shown.inputBox.value !== stored;
    if (draft?.id !== selected?.id) storeMessage();
    if (draft?.id !== selected?.id || !isTyped) {
      stored = draft?.message ?? '';
      if (shown.inputBox.value !== stored) shown.inputBox.value = stored;
    }
    selected = draft;
    if (!draft) return;
    const { environment, workspace, flagName } = draft.place;
    // A narrow side bar cuts off the end of the placeholder, so the parts that distinguish drafts come first: the environment,
    // because a flag has the same name in all environments, and then the flag, because an environment may have several drafts.
    shown.inputBox.placeholder = labelText(
      t('{0} / {1}: type a title, and a reason on the next line ({2})', environment.name, flagName, workspace.name),
    );
    shown.acceptInputCommand = {
      command: 'flagAdmin.flag.submit',
      title: t('Submit Change Request…'),
      arguments: [definitionUri(placeOfDraft(context, draft))],
    };
  }

  /** Stores the message. This happens while the user types, because a window that closes or reloads does not wait. */
  function storeMessage(): void {
    const message = control?.inputBox.value ?? stored;
    if (!selected || message === stored) return;
    const before = stored;
    stored = message;
    const { place } = selected;
    // After a failure, the next reading of the box tries again.
    drafts.change(place, (now) => now && { ...now, message }).catch(() => (stored = before));
  }

  show();
  const registered = vscode.Disposable.from(
    context.events.on(['drafts'], show),
    vscode.window.onDidChangeActiveTextEditor(() => control && select(control)),
    vscode.workspace.onDidChangeTextDocument(showWriting),
    vscode.workspace.onDidCloseTextDocument(showWriting),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) storeMessage();
    }),
  );
  return {
    messageOf(draft) {
      if (!control || draftId(draft.place) !== selected?.id) return draft.message;
      storeMessage();
      return control.inputBox.value;
    },
    dispose() {
      registered.dispose();
      storeMessage();
      polling?.dispose();
      control?.dispose();
    },
  };
}

/** True if a definition has unsaved text. */
const hasUnsavedText = (): boolean =>
  vscode.workspace.textDocuments.some(({ uri, isDirty, isClosed }) => isDirty && !isClosed && editablePlace(uri));

const isUnsubmitted = ({ submitted }: ListedDraft): boolean => submitted === undefined;

function groupLabel({ place: { workspace, environment }, submitted }: ListedDraft): string {
  return submitted
    ? submittedWords(submitted.status, `${environment.name} (${workspace.name})`)
    : t('Drafts in {0} ({1})', environment.name, workspace.name);
}

function liveUriOf(uri: vscode.Uri): vscode.Uri | undefined {
  const place = editablePlace(uri);
  return place && definitionUri(place, 'live');
}

/** A row. `request`: the change request that a command on this row gets. */
type Resource = vscode.SourceControlResourceState & { readonly request?: RequestTarget };

function resourceOf(context: Context, draft: ListedDraft): Resource {
  const place = placeOfDraft(context, draft);
  const resourceUri = definitionUri(place);
  const { submitted } = draft;
  if (submitted)
    return {
      resourceUri,
      contextValue: 'submitted',
      request: { kind: 'changeRequest', id: submitted.id },
      decorations: { tooltip: plainText(`${submittedWords(submitted.status, submitted.title)}\n${definitionTitle(place)}`) },
      command: { command: 'flagAdmin.changeRequest.open', title: t('Review Change Request…'), arguments: [submitted.id] },
    };
  return {
    resourceUri,
    contextValue: 'draft',
    decorations: { tooltip: plainText(`${t('Draft, not submitted')}\n${definitionTitle(place)}`) },
    command: showChanges(place),
  };
}
