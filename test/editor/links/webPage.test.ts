/** Tests the link template of a connection. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillLinkTemplate, templateProblem } from '../../../src/editor/window/webPage.ts';

const fields = { id: 'f-1', name: 'a/b?c#d', workspaceId: 'w', environmentId: 'e' };

describe('a link template', () => {
  it('gives an address in which every value is encoded', () => {
    assert.equal(fillLinkTemplate('https://app.example/{workspaceId}/{name}', fields), 'https://app.example/w/a%2Fb%3Fc%23d');
  });

  for (const [template, problem] of [
    ['https://app.example/flags/{id}', undefined],
    ['http://app.example/flags/{id}', 'notHttps'],
    ['file:///flags/{id}', 'notHttps'],
    ['https://{name}.example/flags', 'notHttps'],
    ['https://app.example{name}/flags', 'notHttps'],
    ['https://app.example/flags', 'noPlaceholder'],
    ['https://app.example/flags/{id}/{account}', 'unknownPlaceholder'],
  ] as const) {
    it(`is ${problem ?? 'valid'}: ${template}`, () => {
      assert.equal(templateProblem(template), problem);
      if (problem) assert.throws(() => fillLinkTemplate(template, fields), TypeError);
    });
  }
});
