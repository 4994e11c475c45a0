/**
 * A proxy in front of the VS Code server. It forwards everything, including WebSockets, and answers the one route that the server
 * lacks: the workbench calls `POST <path>/mint-key` for its half of the key that encrypts SecretStorage. Without an answer, it
 * loses all secrets at a reload.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';

/**
 * @param {object} options
 * @param {number} options.serverPort
 * @param {string} options.token  the server's connection token
 * @param {(origin: string) => string} options.home  where a visit to `/` leads: the address with its folder and file
 * @returns {Promise<{port: number, origin: string, url: string, close: () => Promise<void>}>}
 *   `url` is the address for a person: with the token, and without anything else
 */
export async function startServerProxy({ serverPort, token, home }) {
  const keyHalf = randomBytes(32);
  /** The file is opened only at the first visit. After a reload, the workbench restores open files. */
  let isOpened = false;
  const server = http.createServer((request, response) => {
    if (!isForLoopback(request)) return refuse(response, 403, 'This address is for this machine only.');
    const { pathname, search, searchParams } = new URL(request.url, 'http://loopback');
    if (pathname.endsWith('/mint-key')) {
      const mayHaveIt = request.method === 'POST' && hasToken(request, token) && isSameOrigin(request);
      return mayHaveIt ? response.end(keyHalf) : refuse(response, 403, 'Forbidden.');
    }
    if (pathname === '/' && search === '' && hasToken(request, token)) {
      return response.writeHead(302, { location: home(`http://${request.headers.host}`) }).end();
    }
    if (pathname === '/' && searchParams.has('payload') && hasToken(request, token)) {
      if (isOpened) {
        searchParams.delete('payload');
        return response.writeHead(302, { location: `/?${searchParams}` }).end();
      }
      isOpened = true;
    }
    return forward(request, response, serverPort);
  });
  server.on('upgrade', (request, socket, head) => {
    if (isForLoopback(request) && isSameOrigin(request)) forwardUpgrade(request, socket, head, serverPort);
    else socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });

  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const origin = `http://127.0.0.1:${port}`;
  const sockets = new Set();
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      for (const socket of sockets) socket.destroy();
    });
  return { port, origin, url: `${origin}/?tkn=${token}`, close };
}

function refuse(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

/** Refuses a page with a different host name that resolves to this machine (DNS rebinding). */
function isForLoopback(request) {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '');
}

/** Browsers send the origin of the page with each POST and WebSocket. */
function isSameOrigin(request) {
  const { origin, host } = request.headers;
  return origin === undefined || origin === `http://${host}`;
}

function hasToken(request, token) {
  const given = /(?:^|; *)vscode-tkn=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  return given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

function forward(request, response, port) {
  const { method, url, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => (response.headersSent ? response.destroy() : refuse(response, 502, 'VS Code does not answer.')));
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

function forwardUpgrade(request, socket, head, port) {
  const { method, url, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers });
  onward.on('upgrade', (answer, other, otherHead) => {
    const lines = answer.rawHeaders.reduce((all, text, i) => (i % 2 ? `${all}: ${text}` : `${all}\r\n${text}`), '');
    socket.write(`HTTP/1.1 101 Switching Protocols${lines}\r\n\r\n`);
    if (otherHead.length > 0) socket.write(otherHead);
    if (head.length > 0) other.write(head);
    socket.pipe(other).pipe(socket);
    for (const [one, peer] of [
      [socket, other],
      [other, socket],
    ]) {
      one.on('error', () => peer.destroy());
      one.on('close', () => peer.destroy());
    }
  });
  onward.on('response', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  onward.end();
}
