/** Explains why a connection failed, and finds the editor's setting that can fix it. */
import * as vscode from 'vscode';
import { certificateFault, type CertificateFault, type NetworkError, type ProxyFault } from '../../api/errors.ts';

const { t } = vscode.l10n;

/** Returns one or two sentences: the cause and what to do. */
export function unreachableSentence({ code }: NetworkError): string {
  const fault = certificateFault(code);
  if (fault) return certificateSentence(fault, code ?? '');
  return (
    proxyFault(code)?.[1]() ??
    t('The service can’t be reached ({0}). Check that it is running and that the base URL is right.', code ?? t('no answer'))
  );
}

/** Returns the name of the editor's setting that can fix the cause. Undefined if no setting can. */
export function settingAbout({ code }: NetworkError): string | undefined {
  return certificateFault(code) === 'untrusted' ? 'http.systemCertificates' : proxyFault(code)?.[0];
}

/** The possible faults of a proxy. Each has the name of the setting that can fix it, and a sentence. */
const proxyFaults: Readonly<Record<ProxyFault, readonly [setting: string, sentence: () => string]>> = {
  ERR_PROXY_URL: [
    'http.proxy',
    () =>
      t(
        'The proxy can’t be used: http.proxy (or HTTPS_PROXY) must be an http or https address without a path, not SOCKS or PAC.',
      ),
  ],
  ERR_PROXY_DOWN: [
    'http.proxy',
    () => t('The proxy can’t be reached. Check http.proxy (or HTTPS_PROXY), and that this machine is in the proxy’s network.'),
  ],
  ERR_PROXY_LOGIN: [
    'http.proxy',
    () =>
      t(
        'The proxy requires a login, or refused the login that it received. Set the login in http.proxy (http://user:password@host:port) or http.proxyAuthorization.',
      ),
  ],
  ERR_PROXY_REFUSED: [
    'http.noProxy',
    () =>
      t(
        'The proxy refuses to connect to the service. Ask whoever runs the proxy, or add the host to http.noProxy if the service needs no proxy.',
      ),
  ],
  ERR_PROXY_FAILED: [
    'http.noProxy',
    () =>
      t(
        'The proxy could not connect to the service. Check the base URL, or add the host to http.noProxy if the service needs no proxy.',
      ),
  ],
};

const proxyFault = (code = ''): (typeof proxyFaults)[ProxyFault] | undefined =>
  Object.hasOwn(proxyFaults, code) ? proxyFaults[code as ProxyFault] : undefined;

function certificateSentence(fault: CertificateFault, code: string): string {
  switch (fault) {
    case 'untrusted':
      return t(
        'The certificate of the service or a proxy is not trusted ({0}). Add your company’s certificate to the system’s certificates (http.systemCertificates) or to NODE_EXTRA_CA_CERTS, and restart the editor.',
        code,
      );
    case 'outOfTime':
      return t(
        'The certificate of the service is not valid today ({0}). Check this machine’s clock, or tell whoever runs the service.',
        code,
      );
    case 'otherHost':
      return t('The certificate that was received is for a different host ({0}). Check the base URL.', code);
    default:
      return fault satisfies never;
  }
}
