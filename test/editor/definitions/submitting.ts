/** Submits a definition like a person, with the sandbox. */
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { sendable, useService, type Service } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { openWindow, type Window } from './window.ts';

export const FLAG = 'checkout-redesign';

export interface Submitting {
  readonly service: Service;
  /** Closed after each test. */
  window: Window;
  /** A draft that serves only to 42%, in a new window. */
  draft(environment?: string, flag?: string): Promise<ReturnType<Window['uri']>>;
  /** The last known facts about the environment. */
  isGated(environment: string, is?: boolean): Promise<void>;
  submit(uri: unknown): Promise<void>;
  changeNow(uri: unknown): Promise<void>;
  /** Changes the live definition of the flag as somebody else: by a change request if approvals are required. */
  changeLive(change: Partial<FlagDefinition>, environment?: string): Promise<void>;
  /** Withdraws the open change request of the flag. */
  withdraw(environment?: string): Promise<void>;
}

/** A service for the tests of one file, and a window that submits a definition. */
export function useSubmitting(): Submitting {
  const service = useService();
  afterEach(() => submitting.window.dispose());

  async function draft(environment = 'development', flag = FLAG): Promise<ReturnType<Window['uri']>> {
    submitting.window = await openWindow(service);
    await isGated(environment);
    const uri = submitting.window.uri(flag, environment);
    const text = await submitting.window.read(uri);
    await submitting.window.write(uri, `# why\n${text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 42')}`);
    return uri;
  }

  async function isGated(environment: string, is = true): Promise<void> {
    await submitting.window.deps.serviceFacts.rememberGated(
      service.as('submitter-key').origin,
      service.environment(environment).id,
      is,
    );
  }
  const run = (command: 'flagAdmin.flag.submit' | 'flagAdmin.flag.changeNow') => async (uri: unknown) =>
    void (await submitting.window.commands[command]!(uri));
  const [submit, changeNow] = [run('flagAdmin.flag.submit'), run('flagAdmin.flag.changeNow')];

  async function changeLive(change: Partial<FlagDefinition>, environment = 'development'): Promise<void> {
    const { workspaceId, environmentId } = service.place(environment);
    const client = service.as('submitter-key');
    const now = await client.readDefinition(workspaceId, FLAG, environmentId);
    const flag = { ...sendable(now), ...change, name: FLAG };
    if (environment === 'development')
      return void (await client.replaceDefinition({ workspaceId, environmentId, flagName: FLAG }, flag));
    const said = { title: 't', comment: 'c', approvers: [], rolloutStatusId: await service.rolloutStatus() };
    const { id } = await client.submitChangeRequest(workspaceId, environmentId, { operationType: 'UPDATE', flag, ...said });
    await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'c' });
  }

  async function withdraw(environment = 'pre-production'): Promise<void> {
    const { workspaceId, environmentId } = service.place(environment);
    const client = service.as('submitter-key');
    const { openChangeRequestId } = await client.readDefinition(workspaceId, FLAG, environmentId);
    await client.decideChangeRequest(openChangeRequestId ?? assert.fail(last()), { status: 'WITHDRAWN', comment: 'c' });
  }

  const submitting: Submitting = { service, window: undefined as never, draft, isGated, submit, changeNow, changeLive, withdraw };
  return submitting;
}

/** Returns the latest message. */
export const last = (): string => shown.at(-1)?.message ?? '';
