/** Names other open change requests about the same object, or about an object that is connected with it. */
import * as vscode from 'vscode';
import { relatedRequests, type RelatedFacts, type RelatedRequest } from '../../domain/changeRequests/relatedRequests.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { objectName, requestTitle } from './requestWords.ts';

const { t } = vscode.l10n;

/** The maximum number of change requests that are named. */
const MAX_NAMED = 5;

/** Returns one sentence for each related open change request, and the number of further ones. */
export function relatedSentences(request: ChangeRequest, facts: RelatedFacts): readonly string[] {
  const related = relatedRequests(request, facts);
  const more = related.length - MAX_NAMED;
  return [...related.slice(0, MAX_NAMED).map(sentenceOf), ...(more > 0 ? [t('… and {0} more', more)] : [])];
}

function sentenceOf({ relation, request }: RelatedRequest): string {
  const [name, title] = [objectName(request), requestTitle(request)];
  switch (relation) {
    case 'sameObject':
      return t('The change request “{0}” is also open on {1}.', title, name);
    case 'segmentOfFlag':
      return t('The change request “{0}” is open on {1}, a segment that this flag uses.', title, name);
    case 'flagOfSegment':
      return t('The change request “{0}” is open on {1}, a flag that uses this segment.', title, name);
    case 'dependentFlag':
      return t('The change request “{0}” is open on {1}, a flag that depends on this flag.', title, name);
    default:
      return relation satisfies never;
  }
}
