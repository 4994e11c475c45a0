/** Problems of a long definition, which is read in a thread, where the lists of the service come while it is typed on. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AskText } from '../../../src/operations/definitions/text/askText.ts';
import { EventEmitter, problems, Typed } from './fakeEditor.ts';

const { createAskText } = await import('../../../src/operations/definitions/text/askText.ts');
const { showProblems } = await import('../../../src/editor/definitions/diagnostics.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

it('are those of what was typed last', async () => {
  const named = (name: string) => ({ id: name, name });
  const place = { connectionId: 'c', connectionName: 'c', workspace: named('w'), environment: named('e'), flagName: 'f' };
  const document = new Typed(definitionUri(place), '');
  const [first, lists] = [Promise.withResolvers<void>(), Promise.withResolvers<object>()];
  const ask = createAskText();
  let looks = 0;
  const asking = ((text, code, about, by) => {
    const answer = ask(text, code, about, by);
    if (code === 'problems') looks += 1;
    // The lists come while the newest text is read: the look at the one before goes on.
    if (looks === 2) lists.resolve({});
    return answer;
  }) as AskText;
  const known = { of: async () => (first.resolve(), lists.promise), forget: () => undefined };
  const room = { ask: asking, known, live: { known: () => undefined }, log: { warn: (text: string) => assert.equal(text, '') } };
  const shown = showProblems(room as never, new EventEmitter<void>().event as never);
  const text = (allocation: number): string => `name: f\ntrafficAllocation: ${allocation}\n${'# a line\n'.repeat(2000)}`;
  document.type(text(130));
  await first.promise;
  document.type(text(140));
  const messages = (): string => (problems.get(document.uri.toString()) ?? []).map(({ message }) => message).join();
  const end = Date.now() + 20_000;
  while (!messages().includes('140') && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  const last = messages();
  shown.dispose();
  assert.match(last, /140/);
});
