import type { Mailbox } from '../../mail-calls.ts'

/** How much of the page the composer takes. */
export type ComposerSize = 'docked' | 'wide' | 'full'

/** What was sent and can be taken back for a moment. */
export interface UndoableSending {
  /** The sending. */
  id: string
  draft: string
  subject: string
}

export interface ComposerProps {
  mailbox: Mailbox
  /** A draft's id, or a word of one's own for a new message. */
  name: string
  isNew: boolean
  /** An answer begun a moment ago: untouched, it is not kept. */
  isFresh: boolean
  size: ComposerSize
  /** Null where there is one size only, as on a phone. */
  onSize: ((size: ComposerSize) => void) | null
  /** The new message has become this draft. */
  onId: (id: string) => void
  onSent: (sent: UndoableSending) => void
  /** The draft lies in the deleted items. */
  onDiscarded: (id: string) => void
  onClose: () => void
}
