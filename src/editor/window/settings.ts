/**
 * The only reader of settings. Settings that decide where a connection goes are read from the user's settings only, because a
 * workspace's settings could send the traffic, with the API key, through somebody else's machine.
 */
import * as vscode from 'vscode';
import type { NetworkSettings } from '../../api/network/proxy.ts';
import type { QueueSort } from '../../domain/changeRequests/queueOrder.ts';
import { settings } from './names.ts';

/** Returns the editor's own settings for proxies and certificates, with the environment of the extension host. */
export function networkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  const ofUser = (name: string): unknown => http.inspect(name)?.globalValue;
  const text = (name: string): string | undefined => {
    const value = ofUser(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const noProxy = ofUser('noProxy');
  const [proxyUrl, proxyAuthorization] = [text('proxy'), text('proxyAuthorization')];
  return {
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(proxyAuthorization !== undefined && { proxyAuthorization }),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((one) => typeof one === 'string') : [],
    isProxyOff: ofUser('proxySupport') === 'off',
    isStrictSsl: ofUser('proxyStrictSSL') !== false,
    isSystemCertificates: ofUser('systemCertificates') !== false,
    environment: environmentOf(['https_proxy', 'http_proxy', 'no_proxy']),
  };
}

function environmentOf(names: readonly string[]): NetworkSettings['environment'] {
  const both = names.flatMap((name) => [name.toUpperCase(), name]);
  return Object.fromEntries(both.map((name) => [name, process.env[name]]));
}

/** Returns where a setting is set, and its values. `name` is the full name. Used by the diagnostics and by `ownSetting`. */
export function setValuesOf(name: string): ReturnType<vscode.WorkspaceConfiguration['inspect']> {
  const [section, rest] = name.split(/\.(.*)/s) as [string, string];
  return vscode.workspace.getConfiguration(section).inspect(rest);
}

/** Returns the value of a setting of this extension: the value of the workspace, or else of the user, or else the default. */
function ownSetting(name: (typeof settings)[keyof typeof settings]): unknown {
  const { globalValue, workspaceValue, defaultValue } = setValuesOf(name) ?? {};
  return workspaceValue ?? globalValue ?? defaultValue;
}

/** True if the user wants a notification about each new request that waits for them. */
export const wantsNotifications = (): boolean => ownSetting(settings.notify) === true;

/** Returns the order in which the requests that wait for the person are listed and reviewed. */
export const queueSort = (): QueueSort => (ownSetting(settings.order) === 'age' ? 'age' : 'risk');

/** Returns the minutes between two readings of the open change requests. 0 = they are read only when the user does something. */
export function pollMinutes(): number {
  const minutes = ownSetting(settings.pollMinutes);
  return typeof minutes === 'number' && minutes >= 0 ? minutes : 1;
}

/** True if lenses are shown above names of flags in code. */
export const areLensesOn = (): boolean => ownSetting(settings.codeLenses) === true;
