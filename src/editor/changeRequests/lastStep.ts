/** The last step before a change request is sent: what it would change in words, and the exact call. */
import * as vscode from 'vscode';
import type { NewChangeRequest } from '../../api/model.ts';
import { asCurl, KEY_VARIABLE } from '../../domain/changeRequests/curl.ts';
import { askChoice, back, type Answer, type Option, type Position } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { marked } from '../ownText.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import type { Proposal } from '../proposal.ts';
import { tellDone } from '../tell.ts';
import { afterRefusal } from './requestSteps.ts';

const { t } = vscode.l10n;

export interface LastStep {
  readonly position: Position;
  readonly proposal: Proposal;
  readonly request: NewChangeRequest;
  /** What it would change: a line each. */
  readonly summary: readonly string[];
  /** The environment is known to name its approvers itself. */
  readonly isRestricted: boolean;
  readonly texts: ReadOnlyText;
}

type Choice = 'submit' | 'call' | 'curl' | 'summary';

export async function askLastStep(step: LastStep): Promise<Answer<true>> {
  const { proposal, request, texts } = step;
  const { connected, workspace, environment } = proposal;
  const call = connected.client.describeSubmission(workspace.id, environment.id, request);
  for (;;) {
    const answer: Answer<Choice> = await askChoice<Choice>({
      ...step.position,
      placeholder: afterRefusal(
        proposal,
        step.position,
        t('Submit “{0}” for {1} / {2}?', request.title, workspace.name, environment.name),
      ),
      options: options(step, call.method, call.url),
    });
    switch (answer) {
      case 'submit':
        return true;
      case 'call':
        await texts.open(t('{0} – the exact call.txt', request.title), marked(callText(call, connected)), {
          viewColumn: vscode.ViewColumn.Beside,
        });
        break;
      case 'curl':
        await vscode.env.clipboard.writeText(asCurl(call));
        tellDone(t('Copied. Set {0} to an API key before you run it: none is in it.', KEY_VARIABLE));
        break;
      case 'summary':
        break;
      default:
        return answer === back ? back : undefined;
    }
  }
}

function options(step: LastStep, method: string, url: string): readonly Option<Choice>[] {
  const { summary, proposal, request } = step;
  const { connected, environment } = proposal;
  const shown = (label: string, icon: string): Option<Choice> => ({ label, icon: new vscode.ThemeIcon(icon), value: 'summary' });
  return [
    ...summary.map((label) => shown(label, 'info')),
    ...(request.comment ? [shown(t('Comment: {0}', request.comment), 'comment')] : []),
    shown(approversLine(step), 'account'),
    {
      label: t('Submit the change request'),
      description: t('with “{0}”', connected.keyName),
      icon: new vscode.ThemeIcon('git-pull-request'),
      // For production a second Enter must not send what nobody has read.
      isActive: !environment.isProduction,
      value: 'submit',
    },
    { label: t('Show the exact call'), description: `${method} ${url}`, icon: new vscode.ThemeIcon('code'), value: 'call' },
    { label: t('Copy as curl, without the API key'), icon: new vscode.ThemeIcon('copy'), value: 'curl' },
  ];
}

function approversLine({ request, proposal, isRestricted }: LastStep): string {
  if (request.approvers.length > 0) return t('Approvers: {0}', request.approvers.join(', '));
  return isRestricted ? t('Approvers: those that {0} names', proposal.environment.name) : t('Approvers: none are named');
}

function callText({ method, url, body }: { method: string; url: string; body: unknown }, { keyName }: Connected): string {
  return [
    `${method} ${url}`,
    `Authorization: Bearer (${t('the API key “{0}”', keyName)})`,
    'Content-Type: application/json',
    '',
    JSON.stringify(body, undefined, 2),
    '',
  ].join('\n');
}
