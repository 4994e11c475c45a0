/** Runs Upload Identities from Current File… for the tests of one file, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { Services } from '../../../src/editor/window/services.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { Memento } from '../fakeContext.ts';
import { file, select } from '../fakeProblems.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';
import { testServices } from '../services.ts';

const { uploadIdentities } = await import('../../../src/editor/identities/uploadIdentities.ts');

export const service = useService();
/** Names and texts of the opened documents, newest last. */
export const opened: (readonly [string, string])[] = [];
export const { fakeVscode } = globalThis as unknown as { fakeVscode: typeof import('vscode') };
export const collection = fakeVscode.languages.createDiagnosticCollection('flag-admin');

export function deps(memory = new Memento(), used: string[] = [], inUse: KeyName = 'submitter-key'): Services {
  const withKey = (keyName: KeyName): Connected => {
    const { origin } = service.as(keyName);
    const client = createWatch(memory, assert.ifError)(
      service.as(keyName),
      { connectionId: 'c1', origin, keyName },
      () => undefined,
    );
    return {
      connectionId: 'c1',
      connectionName: 'Sandbox',
      origin,
      isSandbox: true,
      isReadOnly: false,
      email: undefined,
      keyName,
      keyNames: ['submitter-key', 'release-key', 'read-only-key'],
      client,
    };
  };
  return testServices({
    connections: {
      orAsk: async () => withKey(inUse),
      nameOf: () => 'Sandbox',
      chosen: () => ({ id: 'c2', name: 'Lab' }),
      withKey: async (keyName: KeyName) => (used.push(keyName), withKey(keyName)),
    },
    memory,
    texts: { open: async (name: string, text: string) => void opened.push([name, text]) },
  });
}

export const last = (): string => shown.at(-1)?.message ?? '';
/** Returns how often identities were sent. */
export const posts = (): number => service.count('POST', /identities/);
/** Accepts the ticked columns with Enter. */
export const TICKED = ['plan', 'Company name'];
export const TO_SAVE: readonly Answer[] = ['key', TICKED, 'development · Storefront', 'account'];
export const upload = (answers: readonly Answer[] = [...TO_SAVE, 'Save identities (3)']): Promise<readonly Asked[]> =>
  answering(answers, () => uploadIdentities(deps(), collection, []));
/** Presses a button of the last message. */
export const settled = async (sentence: RegExp): Promise<void> => {
  for (let tries = 0; tries < 1000 && !sentence.test(last()); tries += 1) await setTimeout(10);
  assert.match(last(), sentence);
};
export const failing = (key: string): { readonly status: number; readonly body: object } => {
  const objects = ['a', 'b', 'c'].filter((one) => one !== key).map((one) => ({ key: one }));
  return { status: 200, body: { objects, failed: [{ object: { key, values: {} }, status: 400, message: 'not this one' }] } };
};

/** The file in the active editor before each test. */
export const TEXT = 'key,plan,Company name\na,free,Northwind\nb,team,Contoso\nc,,Fabrikam\na,again,Northwind\n';

beforeEach(() => {
  file.text = TEXT;
  file.isClosed = false;
  select();
});
