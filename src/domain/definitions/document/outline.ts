/** Returns the treatments and rules of a definition's text, for an outline. */
import type { Bucket, Matcher } from '../../../api/model.ts';
import { meaningOf, type MatcherMeaning } from '../matcherMeaning.ts';
import { fieldIn, itemsOf, writtenText, type LocatedNode, type Span } from './located.ts';
import type { DefinitionText } from './problem.ts';
import { valueOf } from './readBody.ts';
import { map } from './shapes.ts';

type SymbolCode =
  | { readonly code: 'treatments' | 'rules' | 'defaultRule' }
  | { readonly code: 'treatment'; readonly name: string; readonly isDefault: boolean }
  /** `rule` is an index that starts at 0. `matchers` and `buckets` contain only the parts that can be read. */
  | {
      readonly code: 'rule';
      readonly rule: number;
      readonly matchers: readonly MatcherMeaning[];
      readonly buckets: readonly Bucket[];
    }
  | { readonly code: 'bucket'; readonly treatment: string; readonly size?: number };

export type OutlineSymbol = SymbolCode & {
  /** The range of the whole part. */
  readonly span: Span;
  /** The range to select when a user opens the symbol. It is within `span`. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
};

/** Returns the symbols of the readable parts of a text, in order. */
export function symbolsOf({ root }: DefinitionText): readonly OutlineSymbol[] {
  if (root?.kind !== 'map') return [];
  const defaultTreatment = writtenText(fieldIn(root, 'defaultTreatment')?.value);
  return root.fields.flatMap((field): readonly OutlineSymbol[] => {
    const { name, nameSpan, value } = field;
    const whole = { span: { start: nameSpan.start, end: Math.max(nameSpan.end, value.span.end) }, nameSpan };
    const items = itemsOf(value);
    switch (name) {
      case 'treatments':
        return [{ code: name, ...whole, children: items.flatMap((item) => treatmentSymbol(item, defaultTreatment)) }];
      case 'rules':
        return [{ code: name, ...whole, children: items.map(ruleSymbol) }];
      case 'defaultRule':
        return [{ code: name, ...whole, children: items.flatMap(bucketSymbol) }];
      default:
        return [];
    }
  });
}

function treatmentSymbol(item: LocatedNode, defaultTreatment: string | undefined): readonly OutlineSymbol[] {
  const node = fieldIn(item, 'name')?.value;
  const name = writtenText(node);
  if (name === undefined) return [];
  return [{ code: 'treatment', name, isDefault: name === defaultTreatment, span: item.span, nameSpan: node!.span, children: [] }];
}

function ruleSymbol(item: LocatedNode, rule: number): OutlineSymbol {
  const matchers = itemsOf(fieldIn(fieldIn(item, 'condition')?.value, 'matchers')?.value).flatMap(meaningOfNode);
  const buckets = itemsOf(fieldIn(item, 'buckets')?.value).flatMap((bucket) => {
    const [treatment, size] = shareOf(bucket);
    return treatment !== undefined && size !== undefined ? [{ treatment, size }] : [];
  });
  const first = item.kind === 'map' ? item.fields[0]?.nameSpan : undefined;
  return { code: 'rule', rule, matchers, buckets, span: item.span, nameSpan: first ?? item.span, children: [] };
}

function bucketSymbol(item: LocatedNode): readonly OutlineSymbol[] {
  const [treatment, size] = shareOf(item);
  if (treatment === undefined) return [];
  const nameSpan = fieldIn(item, 'treatment')!.value.span;
  return [{ code: 'bucket', treatment, ...(size !== undefined && { size }), span: item.span, nameSpan, children: [] }];
}

function shareOf(bucket: LocatedNode): readonly [treatment: string | undefined, size: number | undefined] {
  const size = fieldIn(bucket, 'size')?.value;
  // A size that JSON can't express, such as `.inf`, does not count.
  const isNumber = size?.kind === 'number' && Number.isFinite(size.value);
  return [writtenText(fieldIn(bucket, 'treatment')?.value), isNumber ? size.value : undefined];
}

/** Returns a list with the meaning of the matcher, or an empty list if the matcher has no type. */
export function meaningOfNode(matcher: LocatedNode): readonly MatcherMeaning[] {
  if (writtenText(fieldIn(matcher, 'type')?.value) === undefined) return [];
  return [meaningOf(valueOf(matcher, map('matcher')) as Matcher)];
}
