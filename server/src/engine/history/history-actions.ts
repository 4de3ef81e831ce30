/** Internal notes have their own action, so that neither history nor the stream shows them to clients. */
export const internalNote = 'internal-note'

/** A merge of two organizations, or its undo, changed the record: it belongs to whom it belonged before. */
export const mergeAction = 'merge'

/** Is this action visible to staff only? */
export function isInternal(action: string): boolean {
  return action === internalNote || action === 'read'
}

/** The action in wire format. */
export function shownAction(action: string): string {
  return action === internalNote ? 'note' : action
}
