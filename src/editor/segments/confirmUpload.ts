/** The last step before keys are sent: what was found, where it goes, and whether it goes directly or as a change request. */
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import type { Learnt } from '../../operations/learnt.ts';
import { askChoice, back, type Answer, type Option } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import { formatNumber } from '../requestWords.ts';
import type { SegmentTarget } from '../target.ts';
import { oddities, readAs, type FoundKeys } from './source/findKeys.ts';
import { openReport } from './source/openReport.ts';

const { t } = vscode.l10n;

/** The way the keys go; `held` is how many the segment holds already, undefined if it is not active here yet. */
export interface UploadWay {
  readonly way: 'upload' | 'propose';
  readonly held: number | undefined;
  /** Read in another form, if the user chose one. */
  readonly found: FoundKeys;
}

export interface UploadQuestion {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  readonly learnt: Learnt;
  readonly texts: ReadOnlyText;
  readonly canGoBack: boolean;
}

export async function confirmUpload(question: UploadQuestion): Promise<Answer<UploadWay>> {
  const { connected, target, learnt, texts, canGoBack } = question;
  let { found } = question;
  const { environment, workspace, name } = target;
  const held = await heldBy(connected, target);
  const isGated = learnt.isGated(connected.origin, environment.id) === true;
  const title = t('{0} in {1} / {2}', name, workspace.name, environment.name);

  for (;;) {
    const answer: Answer<Choice> = await askChoice<Choice>({
      title,
      canGoBack,
      placeholder:
        held === undefined
          ? t('{0} is not active in {1} yet', name, environment.name)
          : t('It holds {0} keys now', formatNumber(held)),
      options: options(found, held, isGated, environment.name),
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'report') {
      await openReport(texts, found);
      continue;
    }
    if (answer === 'readAs') {
      found = (await readAs(found, title)) ?? found;
      continue;
    }
    return { way: answer, held, found };
  }
}

type Choice = 'upload' | 'propose' | 'report' | 'readAs';

function options(found: FoundKeys, held: number | undefined, isGated: boolean, environment: string): readonly Option<Choice>[] {
  const count = formatNumber(found.keys.length);
  const remarks = oddities(found);
  const detail = t('From {0}', found.origin);
  const upload: Option<Choice> = {
    label: held === undefined ? t('Activate it and upload {0} keys', count) : t('Upload {0} keys', count),
    detail: isGated ? t('{0} asked for an approval last time', environment) : detail,
    icon: new vscode.ThemeIcon('cloud-upload'),
    value: 'upload',
  };
  const propose: Option<Choice> = {
    label:
      held === undefined
        ? t('Activate it and submit {0} keys as a change request…', count)
        : t('Submit {0} keys as a change request…', count),
    detail,
    icon: new vscode.ThemeIcon('git-pull-request'),
    value: 'propose',
  };
  const report: Option<Choice> = {
    label: t('Show what was found'),
    detail: remarks === '' ? t('Every line holds a usable key') : remarks,
    icon: new vscode.ThemeIcon('list-flat'),
    value: 'report',
  };
  const other: Option<Choice> = {
    label: t('Read it as…'),
    detail: t('Now: {0}', found.formWords),
    icon: new vscode.ThemeIcon('symbol-key'),
    value: 'readAs',
  };
  return isGated ? [propose, upload, report, other] : [upload, propose, report, other];
}

/** How many keys the segment holds here, by the service's count; undefined if it is not active in the environment. */
async function heldBy({ client }: Connected, { environment, name }: SegmentTarget): Promise<number | undefined> {
  try {
    return (await client.readKeys(environment.id, name, { offset: 0, limit: 1 })).count;
  } catch (error) {
    if (isApiError(error) && error.kind === 'service' && error.status === 404) return undefined;
    throw error;
  }
}
