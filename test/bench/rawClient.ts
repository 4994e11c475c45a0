/** The baseline for the client: node:http with keep-alive, which only sends prepared bytes and reads the answer. */
import http from 'node:http';

export interface RawClient {
  /** Returns the text of the answer. Rejects for a status other than 2xx. `path` is relative to `/internal/api/v2`. */
  send(method: string, path: string, body?: Buffer): Promise<string>;
  close(): void;
}

/** The client's highest number of connections. */
const MAX_CONNECTIONS = 8;

export function createRawClient({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): RawClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { hostname, port } = new URL(baseUrl);

  async function send(method: string, path: string, body?: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers: http.OutgoingHttpHeaders = { accept: 'application/json', authorization: `Bearer ${apiKey}` };
      if (body) {
        headers['content-type'] = 'application/json';
        headers['content-length'] = body.length;
      }
      const request = http.request({ agent, hostname, port, method, path: `/internal/api/v2${path}`, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve(text);
          else reject(new Error(`${method} ${path} was answered with status ${statusCode}: ${text}`));
        });
      });
      request.once('error', reject);
      request.end(body);
    });
  }

  return { send, close: () => agent.destroy() };
}
