/** Tests that each undocumented call of the live service succeeds and has the response shape of the table, with both words for a flag. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BEYOND_CALLS, Maybe, type BeyondCall, type Shape } from './beyondCalls.ts';
import { useWorld } from './liveClients.ts';
import type { Answer, Json } from './raw.ts';

function assertShape(value: unknown, shape: Shape, path: string): void {
  if (shape === 'any') return;
  if (shape instanceof Maybe) {
    if (value !== null) assertShape(value, shape.shape, path);
  } else if (typeof shape === 'string') {
    if (shape === 'true') assert.equal(value, true, path);
    else assert.equal(typeof value, shape, path);
  } else if (Array.isArray(shape)) {
    assert.ok(Array.isArray(value), path);
    const [item] = shape as readonly [Shape];
    for (const [index, one] of value.entries()) assertShape(one, item, `${path}[${index}]`);
  } else {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), path);
    const fields: Readonly<Record<string, unknown>> = { ...value };
    const known = Object.entries(shape).map(([name, inner]) => ({
      name: name.replace('?', ''),
      isOptional: name.endsWith('?'),
      inner,
    }));
    const missing = known.filter(({ name, isOptional }) => !isOptional && !(name in fields)).map(({ name }) => name);
    const unknown = Object.keys(fields).filter((field) => !known.some(({ name }) => name === field));
    assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] }, path);
    for (const { name, inner } of known) if (name in fields) assertShape(fields[name], inner, `${path}.${name}`);
  }
}

for (const word of ['flag', 'split']) {
  describe(`sandbox, the calls besides the document, word ${word}`, () => {
    const { raw } = useWorld(word);

    async function made({ call, body, as }: Pick<BeyondCall, 'call' | 'body' | 'as'>): Promise<Answer> {
      const [, method = '', path = ''] = /^(\S+) (.*)$/.exec(call)!;
      const lookup = async (of: string): Promise<string> => {
        const { body: found } = await raw.get(of);
        return String(found[0]?.['id']);
      };
      const places: Readonly<Record<string, () => string | Promise<string>>> = {
        flags: () => `${word}s`,
        ws: () => raw.workspace(),
        env: () => raw.environment('development'),
        prod: () => raw.environment('production'),
        type: async () => lookup(`/trafficTypes/ws/${raw.workspace()}`),
        status: async () => lookup(`/rolloutStatuses?wsId=${raw.workspace()}`),
        request: async () => {
          const { body: open } = await raw.get(`/changeRequests?environmentId=${raw.environment('production')}`);
          const isSubmitted = ({ comments }: Json) => String(comments?.[0]?.['user']) === 'submitter-key';
          return String((open['data'] as unknown as readonly Json[]).find(isSubmitted)?.['id']);
        },
      };
      let filled = path;
      for (const [name, value] of Object.entries(places))
        if (filled.includes(`{${name}}`)) filled = filled.replaceAll(`{${name}}`, await value());
      const answer = await raw.call(method, filled, body, as);
      assert.equal(answer.status, 200, `${method} ${filled} ${answer.text}`);
      return answer;
    }

    for (const one of BEYOND_CALLS) {
      it(one.what, async () => {
        for (const earlier of one.after ?? []) await made(earlier);
        const { body } = await made(one);
        assertShape(body, (word === 'split' ? one.live : undefined) ?? one.answer, one.what);
      });
    }
  });
}
