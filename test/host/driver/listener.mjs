/** A server that should receive nothing, or a proxy that should receive only its own requests. */
import { once } from 'node:events';
import net from 'node:net';

/**
 * @typedef {object} Listener
 * @property {string} url
 * @property {string[]} heard  the first data of each connection; empty if it sent none
 * @property {() => void} stop
 */

/** Accepts each connection, and answers like a proxy that can't reach anything. */
export async function startListener() {
  const heard = [];
  const sockets = new Set();
  const server = net.createServer((socket) => {
    const index = heard.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard[index] += bytes.toString('latin1');
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, heard, stop };
}
