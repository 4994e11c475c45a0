/** The row for the time of publication in the confirmation list. The user types a time in the future, in local time. */
import * as vscode from 'vscode';
import { localText } from '../words/localTime.ts';
import { formatMoment } from '../words/requestWords.ts';
import type { ConfirmationField } from '../ask/confirmationList.ts';
import { askText } from '../ask/ask.ts';
import type { RequestForm } from './requestForm.ts';

const { t } = vscode.l10n;

export function scheduleField(form: RequestForm): ConfirmationField {
  const { typed, heading } = form;
  const at = typed.scheduledFor;
  const passed = t('This time has passed. Enter a time in the future.');
  return {
    icon: 'clock',
    label:
      at === undefined
        ? t('Publication: as soon as the request is approved')
        : t('Publication: {0}, if the request is approved', formatMoment(at)),
    problem: at === undefined || at > Date.now() ? undefined : passed,
    async edit() {
      const answer = await askText({
        title: heading,
        canGoBack: true,
        prompt: t(
          'When should the change be published, in local time ({0})? Leave this empty to publish it as soon as it is approved',
          localZone(),
        ),
        placeholder: localText(Date.now() + DAY),
        value: at === undefined ? '' : localText(at),
        validate(text) {
          const time = timeOf(text);
          if (text.trim() === '' || (time !== undefined && time > Date.now())) return undefined;
          return time === undefined ? t('Enter the date and the time like this: {0}.', localText(Date.now() + DAY)) : passed;
        },
      });
      if (typeof answer !== 'string') return;
      typed.scheduledFor = timeOf(answer);
      form.onType();
    },
  };
}

const DAY = 86_400_000;
const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Reads a typed time. Undefined if the text is not a valid time, such as 30 February, or an hour that a change of the clocks
 * skips.
 */
function timeOf(text: string): number | undefined {
  const written = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/.exec(text.trim());
  if (!written) return undefined;
  const time = new Date(`${written[1]}T${written[2]}`).getTime();
  return localText(time) === `${written[1]} ${written[2]}` ? time : undefined;
}
