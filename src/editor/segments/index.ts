/**
 * Registers the commands of segments: creating, activating and deleting segments, sending keys from a file to a segment, and
 * showing its keys.
 */
import * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import { logFailure } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import type { ChangesOfWindow, SegmentsContext } from './segmentsContext.ts';

export function registerSegments(services: Services): vscode.Disposable {
  const { log, events, context } = services;
  const changes: ChangesOfWindow = { storage: context.globalStorageUri, keys: new Map(), offered: new Set(), shown: new Set() };
  const deps: SegmentsContext = { ...services, changes };
  /** Offers to resume an interrupted change. The user did not ask for this offer, so a failure is only logged. */
  const offerResume = (decided?: string): void =>
    logFailure(
      import('./offerResume.ts').then((loaded) => loaded.offerResume(deps, decided)),
      log,
    );
  const clipboard = async () => (await import('./source/readSource.ts')).readClipboard;
  return vscode.Disposable.from(
    events.on(['workspacesRead'], () => offerResume()),
    // Approvers usually decide in a different window. This window only learns of the decision when it reads the requests again.
    events.on(['requestsRead'], ({ isDifferent }) => {
      if (isDifferent) offerResume();
    }),
    events.on(['request'], ({ requestId, state }) => {
      if (state === 'published' || state === 'decided') offerResume(requestId);
    }),
    { dispose: () => changes.lenses?.dispose() },
    registerCommands(
      {
        'flagAdmin.segment.create': async (node) => (await import('./createSegment.ts')).createSegmentCommand(deps, node),
        'flagAdmin.segment.activate': async (node) => (await import('./activateSegment.ts')).activateSegmentCommand(deps, node),
        'flagAdmin.segment.deactivate': async (node) =>
          (await import('./deactivateSegment.ts')).deactivateSegmentCommand(deps, node),
        'flagAdmin.segment.delete': async (node) => (await import('./deleteSegment.ts')).deleteSegmentCommand(deps, node),
        'flagAdmin.segment.empty': async (node) => (await import('./emptySegment.ts')).emptySegment(deps, node),
        'flagAdmin.segment.uploadKeys': async (...args) => (await import('./uploadKeys.ts')).uploadKeysCommand(deps, args),
        'flagAdmin.segment.uploadKeysFromClipboard': async (...args) =>
          (await import('./uploadKeys.ts')).uploadKeysCommand(deps, args, await clipboard()),
        'flagAdmin.segment.removeKeysFromClipboard': async (...args) =>
          (await import('./uploadKeys.ts')).removeKeysCommand(deps, args, await clipboard()),
        'flagAdmin.segment.compareKeysWithClipboard': async (...args) =>
          (await import('./compareKeys.ts')).compareKeys(deps, args, await clipboard()),
        'flagAdmin.segment.removeKeys': async (...args) => (await import('./uploadKeys.ts')).removeKeysCommand(deps, args),
        'flagAdmin.segment.compareKeys': async (...args) => (await import('./compareKeys.ts')).compareKeys(deps, args),
        'flagAdmin.segment.copyKeys': async (node) => (await import('./copyKeys.ts')).copyKeys(deps, node),
        'flagAdmin.segment.resumeUpload': async (...args) => (await import('./resumeUpload.ts')).resumeUpload(deps, args),
        'flagAdmin.segment.undoLast': async (...args) => (await import('./undoLast.ts')).undoLast(deps, args),
        'flagAdmin.segment.openReceipt': async (...args) => (await import('./openReceipt.ts')).openReceipt(deps, args),
        'flagAdmin.segment.showKeys': async (...args) => (await import('./showKeys.ts')).showKeys(deps, args),
      },
      log,
    ),
  );
}
