/** Tests the page as data: its content, its descriptions, and that hostile text stays text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersFor } from '../../src/webview/numbers.ts';
import { initialState, nextState } from '../../src/webview/panelState.ts';
import type { PanelState } from '../../src/webview/panelState.ts';
import type { ReviewView, ToWebview } from '../../src/webview/protocol.ts';
import { createRowCache } from '../../src/webview/rows.ts';
import { renderPage } from '../../src/webview/renderPage.ts';
import type { Child, VNode } from '../../src/webview/vnode.ts';
import { row, sampleView } from './sample.ts';

const draw = (state: PanelState, openFolds: readonly string[] = []): readonly VNode[] =>
  renderPage(state, { numbers: numbersFor('en'), openFolds: new Set(openFolds) }, 'Review');
const after = (...messages: readonly ToWebview[]): PanelState => messages.reduce(nextState, initialState(undefined));
const shown = (view: ReviewView): readonly VNode[] => draw(after({ type: 'view', view }));

function all(children: readonly Child[]): readonly VNode[] {
  return children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...all(child.children ?? [])]));
}

function textOf(child: Child): string {
  return typeof child === 'string' ? child : (child.children ?? []).map(textOf).join('');
}

const button = (page: readonly VNode[], press: string): VNode | undefined =>
  all(page).find((node) => node.attributes['data-press'] === press);

const isDisabled = (page: readonly VNode[], press: string): boolean =>
  button(page, press)?.attributes['aria-disabled'] === 'true';

describe('the page', () => {
  it('shows everything in the view', () => {
    const text = shown(sampleView).map(textOf).join('\n');
    const strings: string[] = [];
    JSON.stringify({ ...sampleView, words: {} }, (name, value: unknown) => {
      if (typeof value === 'string' && !['id', 'tone', 'object', 'change', 'isPrimary', 'restore'].includes(name)) {
        strings.push(value);
      }
      return value;
    });
    assert.ok(strings.length > 20);
    for (const expected of [...strings, '1 unchanged', 'Nothing changes here.', '100%']) {
      assert.ok(text.includes(expected), expected);
    }
  });

  it('has unique ids, and every reference to an id leads to one', () => {
    const nodes = all(draw(after({ type: 'view', view: sampleView }, { type: 'busy', message: 'Working…' })));
    const ids = nodes.map((node) => node.attributes['id']).filter((id) => id !== undefined);
    assert.equal(new Set(ids).size, ids.length);
    const references = nodes.flatMap((node) =>
      ['aria-describedby', 'aria-labelledby'].flatMap((name) => node.attributes[name]?.split(' ') ?? []),
    );
    assert.ok(references.length > 4);
    for (const id of references) assert.ok(ids.includes(id), id);
  });
});

describe('an action', () => {
  it('that is primary is described by the note, which has the facts to know before', () => {
    const page = shown(sampleView);
    const note = all(page).find((node) => node.attributes['id'] === button(page, 'approve')?.attributes['aria-describedby']);
    assert.equal(note && textOf(note), 'The service might refuse your decision.');
    assert.equal(button(page, 'withdraw')?.attributes['aria-describedby'], undefined);
  });

  it('can be pressed only on a current view while nothing is in progress, except to read again after a reload', () => {
    const view = { type: 'view', view: sampleView } as const;
    const disabled = (state: PanelState): readonly boolean[] => ['approve', 'refresh'].map((id) => isDisabled(draw(state), id));
    assert.deepEqual(disabled(after(view)), [false, false]);
    assert.deepEqual(disabled(after(view, { type: 'busy', message: '…' })), [true, true]);
    assert.deepEqual(disabled(initialState(sampleView)), [true, false]);
  });
});

describe('the text about the affected keys', () => {
  it('is at the top of the page, each line with its mark in words, and has a fold with the unaffected keys', () => {
    const forWhom = {
      title: 'For whom',
      lines: [{ text: 'Everybody else: on 100 % → off 100 %', tone: 'warning', mark: 'loses “on”' }],
      folds: [{ label: '1 unchanged', lines: [{ text: 'beta-accounts: no change, on 100 %', tone: 'neutral' }] }],
    } as const;
    const page = draw(after({ type: 'view', view: { ...sampleView, forWhom } }), ['forWhom 0']);
    const nodes = all(page);
    assert.equal(textOf(nodes.find(({ tag }) => tag === 'h2')!), 'For whom');
    const text = page.map(textOf).join('');
    assert.ok(
      text.includes('Everybody else: on 100 % → off 100 % loses “on”1 unchangedbeta-accounts: no change, on 100 %'),
      text,
    );
    const open = nodes.find(({ tag }) => tag === 'details')?.attributes;
    assert.deepEqual([open?.['data-fold'], open?.['open']], ['forWhom 0', '']);
  });
});

describe('a long text', () => {
  it('shows its beginning, and all of it in a fold', () => {
    const value = 'x'.repeat(10_000);
    const page = shown({ ...sampleView, facts: [{ label: 'Approvers', value }] });
    const fold = all(page).find(({ attributes }) => attributes['data-fold'] === 'fact Approvers');
    assert.equal(fold && textOf(fold), `Show all 10,000 characters${value}`);
    const short = shown({ ...sampleView, facts: [{ label: 'Approvers', value: 'x'.repeat(500) }] });
    assert.equal(all(short).filter(({ attributes }) => attributes['data-fold'] === 'fact Approvers').length, 0);
  });

  const foldedIn = (view: ReviewView): ReadonlyMap<string, string> =>
    new Map(
      all(shown(view)).flatMap((node) => {
        const name = node.attributes['data-fold'];
        return name !== undefined && node.tag === 'details' ? [[name, textOf(node)] as const] : [];
      }),
    );

  it('has its hidden characters in one text if they are many, so that the page stays fast', () => {
    const reason = 'a\u200b'.repeat(50_000);
    const page = draw(after({ type: 'view', view: { ...sampleView, reason } }));
    const fold = all(page).find(({ attributes }) => attributes['data-fold'] === 'reason');
    assert.ok(fold && textOf(fold).endsWith('a[U+200B]'.repeat(50_000)));
    assert.ok(all([fold]).length < 10);
  });

  it('is folded in each place where it may occur, each with its own name', () => {
    const long = 'y'.repeat(3000);
    const details = [{ change: 'edited', text: long }] as const;
    const texts = { before: ['a', long], after: ['b', `${long}!`] };
    const rows = [row('edited', long, { details, ...texts }), row('edited', long, { details, ...texts })];
    const names = foldedIn({
      ...sampleView,
      heading: long,
      subheading: long,
      summary: [{ text: long, tone: 'info', mark: '' }],
      sections: [{ id: 'rules', title: 'Rules', rows }],
    });
    // The title, the detail and the lines on both sides of each row.
    assert.equal(names.size, 3 + 2 * 4);
    for (const text of names.values()) assert.match(text, /^Show all 3,00[01] charactersy{3000}!?$/);
  });

  it('is cut in a heading before it fills the page, and never inside a character', () => {
    const heading = `${'z'.repeat(199)}😀${'z'.repeat(200)}`;
    const page = shown({ ...sampleView, heading });
    assert.equal(textOf(all(page).find(({ tag }) => tag === 'h1')!), `${'z'.repeat(199)}…`);
    assert.equal(foldedIn({ ...sampleView, heading }).get('heading'), `Show all 401 characters${heading}`);
  });

  it('shows the changed part of a line, wherever that is', () => {
    const [head, tail] = ['a, '.repeat(1000), ', b'.repeat(1000)];
    const sides = { before: [`${head}old${tail}`], after: [`${head}new${tail}`] };
    const page = shown({ ...sampleView, sections: [{ id: 'rules', title: 'Rules', rows: [row('edited', 'r', sides)] }] });
    const [was, will] = ['del', 'ins'].map((name) => all(page).find(({ tag }) => tag === name));
    for (const [line, word] of [
      [was, 'old'],
      [will, 'new'],
    ] as const) {
      const [beginning, fold] = (line?.children ?? []).map(textOf);
      assert.match(beginning ?? '', new RegExp(`^….{0,80}${word}.{0,80}…$`));
      assert.equal(fold, `Show all 6,003 characters${head}${word}${tail}`);
    }
  });
});

describe('live regions', () => {
  it('are in the page before they contain text', () => {
    const nodes = all(draw(initialState(undefined)));
    const roles = nodes.flatMap(({ attributes }) => attributes['role'] ?? attributes['aria-live'] ?? []);
    assert.deepEqual(roles, ['alert', 'polite', 'status']);
  });

  it('announce progress and failures', () => {
    const steps = [
      { id: 'switchConnection', label: 'Switch' },
      { id: 'refresh', label: 'Try Again' },
    ] as const;
    const failure = { type: 'failure', text: 'It failed.', tone: 'danger', steps } as const;
    const page = draw(after(failure, { type: 'busy', message: 'Working…' }));
    const spoken = (role: string): string[] =>
      all(page)
        .filter((node) => node.attributes['role'] === role)
        .map(textOf);
    assert.deepEqual(spoken('status'), ['Working…']);
    assert.deepEqual(spoken('alert'), ['It failed.SwitchTry Again']);
    assert.ok(isDisabled(page, 'refresh'));
  });
});

describe('a bar', () => {
  it('for a treatment that one side does not list shows 0%', () => {
    const bars = [
      { treatment: 'on', before: 100, after: 80 },
      { treatment: 'off', before: undefined, after: 20 },
    ];
    const page = shown({
      ...sampleView,
      sections: [{ id: 'rules', title: 'Rules', rows: [row('edited', 'first rule', { bars })] }],
    });
    const cells = all(page).filter(({ attributes }) => attributes['class']?.startsWith('number '));
    assert.deepEqual(cells.map(textOf).slice(-6), ['100%', '80%', '-20', '0%', '20%', '+20']);
  });
});

describe('a long section', () => {
  const changed = (count: number): ReviewView => {
    const rows = Array.from({ length: count }, (_, index) => row('edited', `rule ${index}`, { after: [`line ${index}`] }));
    return { ...sampleView, sections: [{ id: 'rules', title: 'Rules', rows }] };
  };

  it('is drawn from its beginning up to a limit', () => {
    const around = { numbers: numbersFor('en'), openFolds: new Set<string>(), limit: 20 };
    const page = renderPage(after({ type: 'view', view: changed(300) }), around, 'Review');
    const titles = all(page)
      .filter(({ tag }) => tag === 'h3')
      .map(textOf);
    assert.deepEqual([titles.length, titles[0], titles.at(-1)], [20, 'rule 0', 'rule 19']);
  });

  it('keeps the nodes of rows that are equal in the next view, and redraws the others', () => {
    const around = { numbers: numbersFor('en'), openFolds: new Set<string>(), cache: createRowCache() };
    const items = (view: ReviewView): readonly VNode[] =>
      all(renderPage(after({ type: 'view', view }), around, 'Review')).filter(({ attributes }) =>
        attributes['class']?.startsWith('row change-'),
      );
    const first = items(changed(5));
    const again = changed(5);
    const [, second] = again.sections[0]!.rows;
    Object.assign(second!, { after: ['another line'] });
    const next = items(structuredClone(again));
    assert.deepEqual(
      next.map((node, index) => node === first[index]),
      [true, false, true, true, true],
    );
    const renamed = items({ ...changed(5), words: { ...sampleView.words, after: 'Then' } });
    assert.ok(renamed.every((node, index) => node !== next[index]));
  });

  it('draws its folded rows only once they are opened', () => {
    const rows = Array.from({ length: 300 }, (_, index) => row('same', `rule ${index}`));
    const state = after({ type: 'view', view: { ...sampleView, sections: [{ id: 'rules', title: 'Rules', rows }] } });
    const count = (page: readonly VNode[]): number => all(page).filter(({ tag }) => tag === 'h3').length;
    const fold = all(draw(state)).find(({ tag }) => tag === 'details')?.attributes['data-fold'] ?? '';
    assert.equal(count(draw(state)), 0);
    assert.equal(count(draw(state, [fold])), 300);
    const lists = all(draw(state, [fold])).filter(({ attributes }) => attributes['class']?.startsWith('rows'));
    assert.equal(lists.at(-1)?.attributes['class'], 'rows many', 'the layout skips its rows that are out of sight');
  });
});
