/** Caches the code that Node compiles, for the next test file, which runs in a separate process. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { root } from './places.mjs';

enableCompileCache(path.join(root, '.cache', 'compile'));
