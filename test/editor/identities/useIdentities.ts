/** Runs Upload Identities from Current File… for the tests of one file, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { Services } from '../../../src/editor/window/services.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { identityValues } from '../../sandbox/identityValues.ts';
import { connectedTo, connectionsOf } from '../connected.ts';
import { Memento } from '../fakeContext.ts';
import { file, select } from '../fakeProblems.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';
import type { languages } from 'vscode';
import { testServices } from '../services.ts';
import { currentFake } from '../standIn.ts';

const { uploadIdentities } = await import('../../../src/editor/identities/uploadIdentities.ts');

export const service = useService();
/** Names and texts of the opened documents, newest last. */
export const opened: (readonly [string, string])[] = [];
const collection = (currentFake().languages as unknown as typeof languages).createDiagnosticCollection('flag-admin');

/** `used`: the names of the API keys that are used once. */
export function deps(memory = new Memento(), used: string[] = [], inUse: KeyName = 'submitter-key'): Services {
  const keyNames = ['submitter-key', 'release-key', 'read-only-key'];
  const withKey = (keyName: KeyName): Connected => {
    const key = { connectionId: 'c1', origin: service.as(keyName).origin, keyName };
    const client = createWatch(memory, assert.ifError)(service.as(keyName), key, () => undefined);
    return connectedTo(service, keyName, { connectionName: 'Sandbox', isSandbox: true, keyNames, client });
  };
  const connections = connectionsOf(() => withKey(inUse), {
    chosen: () => ({ id: 'c2', name: 'Lab' }) as never,
    withKey: async (keyName) => (used.push(keyName), withKey(keyName as KeyName)),
  });
  return testServices({ connections, memory, texts: { open: async (...text: [string, string]) => void opened.push(text) } });
}

/** Returns the latest message. */
export const lastMessage = (): string => shown.at(-1)?.message ?? '';
/** Returns how often identities were sent. */
export const posts = (): number => service.count('POST', /identities/);
/** Accepts the ticked columns with Enter. */
export const SELECTED_COLUMNS = ['plan', 'Company name'];
const PLACE = ['development · Storefront', 'account'] as const;
/** The answers until the last question, with these columns of attributes. */
export const saveAnswers = (columns = SELECTED_COLUMNS): readonly Answer[] => ['key', columns, ...PLACE];
/** Runs the upload command with these services. */
export const run = (used: Services): Promise<void> => uploadIdentities(used, collection, []);
export const upload = (answers: readonly Answer[] = [...saveAnswers(), 'Save identities (3)']): Promise<readonly Asked[]> =>
  answering(answers, () => run(deps()));
/** Waits until the latest message says this. */
export const settled = async (sentence: RegExp): Promise<void> => {
  for (let tries = 0; tries < 1000 && !sentence.test(lastMessage()); tries += 1) await setTimeout(10);
  assert.match(lastMessage(), sentence);
};
export const failing = (key: string): { readonly status: number; readonly body: object } => {
  const objects = ['a', 'b', 'c'].filter((one) => one !== key).map((one) => ({ key: one }));
  return { status: 200, body: { objects, failed: [{ object: { key, values: {} }, status: 400, message: 'not this one' }] } };
};
/** Returns the values of an account in development. */
export async function valuesOf(key: string): Promise<unknown> {
  const { workspaceId, environmentId } = service.place('development');
  const type = (await service.as('submitter-key').listTrafficTypes(workspaceId))?.find(({ name }) => name === 'account');
  return identityValues(service.sandbox, { trafficTypeId: type?.id ?? '', environmentId, key });
}

/** The file in the active editor before each test. */
export const TEXT = 'key,plan,Company name\na,free,Northwind\nb,team,Contoso\nc,,Fabrikam\na,again,Northwind\n';

beforeEach(() => {
  file.text = TEXT;
  file.isClosed = false;
  select();
});
