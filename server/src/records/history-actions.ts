/**
 * A note for staff alone is kept under an action of its own, so that neither history nor stream tells a
 * client of it.
 */
export const internalNote = 'internal-note'

/** Does this action concern staff alone? */
export function isInternal(action: string): boolean {
  return action === internalNote || action === 'read'
}

/** The action as it goes over the wire. */
export function shownAction(action: string): string {
  return action === internalNote ? 'note' : action
}
