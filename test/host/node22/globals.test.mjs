/** Tests with the Node of the oldest supported editor, where undici's globals broke the fetch of other extensions. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { it } from 'node:test';
import { describeGlobals } from '../../built/globals.ts';

const node = path.join(import.meta.dirname, '..', 'node_modules', 'node-22', 'bin', 'node');

it('is Node 22', () => {
  assert.match(execFileSync(node, ['--version'], { encoding: 'utf8' }), /^v22\./);
});

describeGlobals(node);
