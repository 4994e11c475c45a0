/**
 * Drafts in the Source Control view: a provider that is there while there are any, or one is being written, whose changes stand
 * beside its lines; with a message for the draft that is selected. Drafts that were submitted and wait for an approval stand
 * apart: there is no message to write for them, and nothing to submit.
 */
import * as vscode from 'vscode';
import { draftId, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import { addressOf, definitionUri } from '../definitionUri.ts';
import { setContext } from '../command.ts';
import { contextKeys, definitionScheme, sourceControl } from '../names.ts';
import { submittedWords } from '../requestWords.ts';
import type { RequestTarget } from '../target.ts';
import { draftPlace, draftTitle } from './draftPlace.ts';
import { diffTitle } from './diffTitle.ts';
import type { Room } from './room.ts';
import { unturned } from '../unturned.ts';

const { t } = vscode.l10n;

/** Milliseconds between looks into the box: the editor doesn't tell when something is typed there. */
const LOOK_AT_BOX = 1_000;

export interface DraftsShown extends vscode.Disposable {
  /** What stands in the box for this draft; the rest are as they were kept. */
  messageOf(draft: DefinitionDraft): string;
  /** Empties the box of a draft, and what was typed into it in this window. */
  forgetMessage(id: string): void;
}

export function showDrafts(room: Pick<Room, 'drafts' | 'connections'>): DraftsShown {
  const { drafts } = room;
  let control: vscode.SourceControl | undefined;
  /** One for each environment: a row has no room to name it, and a flag has one name in all. */
  const groups = new Map<string, vscode.SourceControlResourceGroup>();
  let selected: string | undefined;
  /** As the editor was told last. */
  let hasUnsubmitted = false;
  /** What was put into the box last, or kept of it: what stands there beyond that was typed in this window. */
  let known = '';
  /** What stood in the box when it was looked at last. */
  let seen = '';
  let looks: ReturnType<typeof setInterval> | undefined;
  /** Typed in this window, by draft: being written down takes a moment. */
  const typed = new Map<string, string>();
  const messageOf = (draft: DefinitionDraft): string => typed.get(draft.id) ?? draft.message;

  function show(): void {
    const all = drafts.all();
    // What was typed for a draft that is gone is not for the next one of the same flag; what is written down may be changed elsewhere.
    for (const [id, message] of typed) if ((drafts.find(id)?.message ?? message) === message) typed.delete(id);
    if (selected !== undefined && !drafts.find(selected)) selected = undefined;
    if (all.length === 0 && !isWriting()) {
      clearInterval(looks);
      control?.dispose();
      control = undefined;
      groups.clear();
      return;
    }
    if (!control) {
      control = vscode.scm.createSourceControl(sourceControl, t('Flag Definitions'));
      known = '';
      control.quickDiffProvider = { provideOriginalResource: liveOf };
      looks = setInterval(keepRested, LOOK_AT_BOX).unref();
    }
    list(control, all);
    const { length } = all.filter(isUnsubmitted);
    control.count = length;
    // There is nothing to submit before it is saved, nor once all is submitted.
    control.inputBox.visible = length > 0;
    if (hasUnsubmitted !== length > 0) void setContext(contextKeys.hasUnsubmitted, length > 0);
    hasUnsubmitted = length > 0;
    select();
  }

  function list(shown: vscode.SourceControl, all: readonly DefinitionDraft[]): void {
    const found = Map.groupBy(all, ({ place, submitted }) =>
      [place.connectionId, place.workspace.id, place.environment.id, submitted?.status].join(),
    );
    for (const [id, group] of groups) {
      if (found.has(id)) continue;
      group.dispose();
      groups.delete(id);
    }
    for (const [id, here] of found) {
      const group = groups.get(id) ?? shown.createResourceGroup(id, unturned(groupLabel(here[0]!)));
      groups.set(id, group);
      group.resourceStates = here.map((draft) => resourceOf(room, draft));
    }
  }

  /** The box belongs to the draft in the active editor, else to the one that it belonged to before, else to the first. */
  function select(): void {
    if (!control) return;
    const address = activeAddress();
    const all = drafts.all().filter(isUnsubmitted);
    const find = (id: string | undefined): DefinitionDraft | undefined => all.find((draft) => draft.id === id);
    const draft = find(address && draftId(address.place)) ?? find(selected) ?? all[0];
    if (!draft) {
      keepTyped();
      selected = undefined;
      fill('');
      return;
    }
    if (draft.id !== selected) {
      keepTyped();
      selected = draft.id;
      fill(messageOf(draft));
    } else if (!isTyped()) fill(messageOf(draft));
    const { environment, workspace, flagName } = draft.place;
    // A narrow side bar cuts its end: a flag has one name in all environments, and an environment has several drafts.
    control.inputBox.placeholder = unturned(
      t('{0} / {1}: title, and below it why ({2})', environment.name, flagName, workspace.name),
    );
    control.acceptInputCommand = {
      command: 'flagAdmin.flag.submit',
      title: t('Submit Definition as Change Request…'),
      arguments: [definitionUri(draftPlace(room, draft))],
    };
  }

  function fill(message: string): void {
    known = message;
    if (control && control.inputBox.value !== message) control.inputBox.value = message;
  }

  const isTyped = (): boolean => control !== undefined && control.inputBox.value !== known;

  function keepTyped(): void {
    if (!control || selected === undefined || !isTyped()) return;
    const [id, message] = [selected, control.inputBox.value];
    known = message;
    typed.set(id, message);
    if (drafts.find(id)?.message === message) return;
    drafts
      .change(id, (now) => ({ ...now, message }))
      // It is tried again as long as it stands in the box.
      .catch(() => id === selected && (known = drafts.find(id)?.message ?? ''));
  }

  /** A window that is closed or reloaded waits for nothing: what is typed is kept as soon as the typing rests. */
  function keepRested(): void {
    const now = control?.inputBox.value ?? '';
    if (now === seen) keepTyped();
    seen = now;
  }
  show();
  const registered = vscode.Disposable.from(
    drafts.onDidChange(show),
    vscode.window.onDidChangeActiveTextEditor(select),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const isOwn = document.uri.scheme === definitionScheme && drafts.all().length === 0;
      if (isOwn && isWriting() !== (control !== undefined)) show();
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === definitionScheme && drafts.all().length === 0) show();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) keepTyped();
    }),
    {
      dispose: () => {
        keepTyped();
        clearInterval(looks);
        control?.dispose();
      },
    },
  );
  return {
    messageOf: (draft) => (control && draft.id === selected && isTyped() ? control.inputBox.value : messageOf(draft)),
    forgetMessage(id) {
      typed.delete(id);
      if (id === selected) fill('');
    },
    dispose: () => void registered.dispose(),
  };
}

/** Whether something is typed in a definition that is not saved yet. */
const isWriting = (): boolean =>
  vscode.workspace.textDocuments.some(({ uri, isDirty, isClosed }) => isDirty && !isClosed && addressOf(uri)?.version === 'own');

const isUnsubmitted = ({ submitted }: DefinitionDraft): boolean => submitted === undefined;

function groupLabel({ place: { workspace, environment }, submitted }: DefinitionDraft): string {
  return submitted
    ? submittedWords(submitted.status, `${environment.name} (${workspace.name})`)
    : t('Drafts in {0} ({1})', environment.name, workspace.name);
}

const activeAddress = () => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && addressOf(uri);
};

function liveOf(uri: vscode.Uri): vscode.Uri | undefined {
  const address = addressOf(uri);
  return address?.version === 'own' ? definitionUri(address.place, 'live') : undefined;
}

/** `request` = what a command is about that is called with the row. */
type Resource = vscode.SourceControlResourceState & { readonly request?: RequestTarget };

function resourceOf(room: Pick<Room, 'connections'>, draft: DefinitionDraft): Resource {
  const place = draftPlace(room, draft);
  const { submitted } = draft;
  if (submitted)
    return {
      resourceUri: definitionUri(place),
      contextValue: 'submitted',
      request: { kind: 'changeRequest', id: submitted.id },
      decorations: { tooltip: unturned(`${submittedWords(submitted.status, submitted.title)}\n${draftTitle(draft)}`) },
      command: { command: 'flagAdmin.changeRequest.open', title: t('Review Change Request…'), arguments: [submitted.id] },
    };
  return {
    resourceUri: definitionUri(place),
    contextValue: 'draft',
    decorations: { tooltip: unturned(t('Draft, not submitted: {0}', draftTitle(draft))) },
    command: {
      command: 'vscode.diff',
      title: t('Show Changes'),
      arguments: [definitionUri(place, 'live'), definitionUri(place), diffTitle(place)],
    },
  };
}
