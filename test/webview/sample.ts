/** A view with all kinds of content, for the panel's tests. */
import type { ChangeMark, ReviewView, DiffRow } from '../../src/webview/protocol.ts';

export function row(change: ChangeMark, title: string, sides: Partial<DiffRow> = {}): DiffRow {
  return { change, changeLabel: change, title, details: [], before: [], after: [], bars: [], ...sides };
}

export const sampleView: ReviewView = {
  id: 'request-1',
  restore: '{"request":"request-1"}',
  heading: 'checkout-redesign in production',
  subheading: 'Storefront',
  byline: 'Maria asked for it',
  reason: 'We have the numbers.',
  object: 'flag',
  place: { label: 'production', tone: 'danger' },
  status: { label: 'Waiting for approval', tone: 'warning' },
  summary: [{ text: 'on 10 % → 25 %', tone: 'warning' }],
  notices: [
    {
      text: 'Approving publishes the change at once.',
      tone: 'danger',
      steps: [{ id: 'showChanges', label: 'Show what changed' }],
    },
  ],
  facts: [{ label: 'Title', value: 'A quarter' }],
  sections: [
    {
      id: 'rules',
      title: 'Rules',
      sides: { before: 'When read', after: 'Now, live' },
      rows: [
        row('edited', 'first rule', {
          details: [{ change: 'added', text: 'country: CH' }],
          before: ['country is in DE, AT'],
          after: ['country is in DE, AT, CH'],
        }),
        row('same', 'second rule', { before: ['x'], after: ['x'] }),
        row('added', 'third rule', { after: ['y'], bars: [{ treatment: 'on', before: undefined, after: 100 }] }),
      ],
    },
    { id: 'nothing', title: 'Traffic allocation', rows: [] },
  ],
  timeline: [{ who: 'submitter-key', what: 'submitted', when: 'yesterday', comment: 'please' }],
  actions: [
    { id: 'approve', label: 'Approve…', isPrimary: true, isTool: false },
    { id: 'withdraw', label: 'Withdraw…', isPrimary: false, isTool: false },
    { id: 'refresh', label: 'Refresh', isPrimary: false, isTool: true },
  ],
  note: 'The service might refuse your decision.',
  words: {
    summary: 'Summary',
    history: 'History',
    actions: 'Actions',
    tools: 'Tools',
    before: 'Now',
    after: 'After',
    nothing: 'Nothing changes here.',
    searchKeys: 'Search keys',
    keysShown: '{shown} of {all}',
    unchanged: '{count} unchanged',
    showAll: 'Show all {count} characters',
  },
};
