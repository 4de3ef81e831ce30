import type { Mailbox } from '../../mail-calls.ts'

/** How much of the page the composer covers. */
export type ComposerSize = 'docked' | 'wide' | 'full'

/** A sending that can still be undone. */
export interface UndoableSending {
  /** Id of the sending. */
  id: string
  draft: string
  subject: string
}

export interface ComposerProps {
  mailbox: Mailbox
  /** The draft's id, or a generated name for a new message. */
  name: string
  isNew: boolean
  /** A new answer; it is not kept when it was not edited. */
  isFresh: boolean
  size: ComposerSize
  /** Null when there is only one size, as on a phone. */
  onSize: ((size: ComposerSize) => void) | null
  /** Called when the new message has become this draft. */
  onId: (id: string) => void
  onSent: (sent: UndoableSending) => void
  /** Called when the draft was moved to the deleted items. */
  onDiscarded: (id: string) => void
  onClose: () => void
}
