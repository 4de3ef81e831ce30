import type { RequestedItem, Checklist, NewCorrection } from '@portal/contract'

/** Documents the authority wants corrected, each with the reason. */
export type WrongDocuments = ReadonlyMap<string, string>

/** The part of a comment that concerns documents. */
type WrongComment = Pick<NewCorrection, 'text' | 'forClient'> & { documents?: readonly string[] | null }

const maxReasonLength = 500
/** The reason shown for comments that are not marked for the client, since clients cannot read them. */
const unasked = 'The agency requires corrections.'

/** The documents named by items for the client and by comments of the authority. */
export function wrongDocuments(
  items: readonly RequestedItem[],
  comments: readonly WrongComment[],
): WrongDocuments {
  const named = [
    ...items.flatMap(({ requiredDocument, title }) =>
      requiredDocument ? [{ document: requiredDocument, reason: title }] : [],
    ),
    ...comments.flatMap(({ documents, text, forClient }) =>
      (documents ?? []).map((document) => ({ document, reason: forClient ? text : unasked })),
    ),
  ]
  const reasons = Map.groupBy(named, ({ document }) => document)
  return new Map(
    [...reasons].map(
      ([document, each]) =>
        [
          document,
          [...new Set(each.map(({ reason }) => reason))].join(' ').slice(0, maxReasonLength),
        ] as const,
    ),
  )
}

/**
 * Marks these documents of a checklist as required again; earlier submissions do not count. A document that
 * is not on the checklist is added.
 */
export function withWrongDocuments(checklist: Checklist, wrong: WrongDocuments): Checklist {
  const anew = (documentType: string, reason: string) => ({
    documentType,
    required: true,
    state: 'REJECTED' as const,
    file: null,
    onPaper: false,
    reason,
  })
  const known = new Set(checklist.map(({ documentType }) => documentType))
  const added = [...wrong]
    .filter(([documentType]) => !known.has(documentType))
    .map(([documentType, reason]) => anew(documentType, reason))
  const kept = checklist.map((item) => {
    const reason = wrong.get(item.documentType)
    return reason === undefined ? item : { ...item, ...anew(item.documentType, reason) }
  })
  return [...kept, ...added]
}
