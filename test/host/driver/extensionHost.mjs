/** Kills the extension host of a window, like a crash. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Kills the extension hosts of one server, and of no other one, with SIGKILL.
 * @returns {number} how many there were
 */
export function killExtensionHost({ dataDir }) {
  const tempDir = path.dirname(dataDir);
  const hosts = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(tempDir);
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost');
      } catch {
        return false; // ended meanwhile
      }
    });
  for (const pid of hosts) process.kill(Number(pid), 'SIGKILL');
  return hosts.length;
}
