/** Keeps what Node compiles of sources and packages for the next test file, which runs in a process of its own. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { root } from './places.mjs';

enableCompileCache(path.join(root, '.cache', 'compile'));
