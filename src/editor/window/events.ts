/** The events of a window: what this window changed, or what it read again. Views listen to them. */
import * as vscode from 'vscode';

/** A segment or a flag. Without an environment, the change concerns all environments of the workspace. */
export interface ChangedPlace {
  readonly object: 'segment' | 'flag';
  readonly workspaceId: string;
  readonly environmentId?: string | undefined;
  readonly name: string;
}

/** `connection` is the id of the connection that the change went through. */
export type WindowEvent =
  /**
   * This window changed a segment or a flag. `isChanged` false: the keys of the segment or the definition of the flag are the
   * same as before, for example because the service refused the change. Views read the state again in any case.
   */
  | { readonly kind: 'object'; readonly connection: string; readonly place: ChangedPlace; readonly isChanged: boolean }
  /**
   * This window submitted or decided a change request; `published` means that the decision changed `place`. `outdated` means
   * that the views might show an old state of the request. `place` is undefined if the environment is not known.
   */
  | {
      readonly kind: 'request';
      readonly connection: string;
      readonly place: ChangedPlace | undefined;
      readonly requestId: string;
      readonly state: 'submitted' | 'decided' | 'published' | 'outdated';
    }
  /** The sandbox was stopped or reset. */
  | { readonly kind: 'sandbox' }
  /** Drafts of definitions changed, in this window or a different one. `ids` are values of `draftId`. */
  | { readonly kind: 'drafts'; readonly ids: readonly string[] }
  /** The Workspaces view read its first level. It does that when it first becomes visible, and at each refresh. */
  | { readonly kind: 'workspacesRead' }
  /** A view could read a level again that it could not read during an outage. */
  | { readonly kind: 'recovered' }
  /** The open change requests were read. `isDifferent`: they differ from the previous reading. */
  | { readonly kind: 'requestsRead'; readonly isDifferent: boolean };

/** The events after which the views read from the service again, because it may have changed. */
export const serviceChanges = ['object', 'request', 'sandbox'] as const;

export interface Events extends vscode.Disposable {
  fire(event: WindowEvent): void;
  /** Calls the listener for the events of these kinds, in the order in which they are fired. */
  on<Kind extends WindowEvent['kind']>(
    kinds: readonly Kind[],
    listener: (event: Extract<WindowEvent, { kind: Kind }>) => void,
  ): vscode.Disposable;
}

export function createEvents(): Events {
  const emitter = new vscode.EventEmitter<WindowEvent>();
  return {
    fire: (event) => emitter.fire(event),
    on: <Kind extends WindowEvent['kind']>(
      kinds: readonly Kind[],
      listener: (event: Extract<WindowEvent, { kind: Kind }>) => void,
    ) =>
      emitter.event((event) => {
        if (kinds.some((kind) => kind === event.kind)) listener(event as Extract<WindowEvent, { kind: Kind }>);
      }),
    dispose: () => emitter.dispose(),
  };
}
