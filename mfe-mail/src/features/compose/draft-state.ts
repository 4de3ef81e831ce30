import type { MailDraft } from '@portal/contract'
import type { DraftCalls } from './draft-calls.ts'
import type { DraftStorage, DraftText } from './draft-storage.ts'

export interface DraftSessionOptions {
  calls: DraftCalls
  keeper: DraftStorage
  /** A draft's id, or a word of one's own for a message that is new. */
  name: string
  isNew: boolean
  /**
   * The draft was made a moment ago for this page and holds what the portal put into it: untouched, it is not
   * kept.
   */
  isFresh: boolean
  /** The new message has become this draft. */
  onId: (id: string) => void
}

export type SaveState =
  | { kind: 'opening' }
  | { kind: 'saved'; at: string | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Kept in this browser and tried again. */
  | { kind: 'failed'; sentence: string }
  /** Deleted or sent elsewhere; the text is still here. */
  | { kind: 'gone'; sentence: string }
  | { kind: 'not-found' }

export interface DraftState {
  id: string | null
  text: DraftText
  attachments: MailDraft['attachments']
  save: SaveState
  /** The draft as somebody else saved it in between; null = nobody did. */
  theirs: MailDraft | null
  /** Grows when the text is replaced from elsewhere, so that the editor takes it. */
  revision: number
  /** Text that was kept in this browser came back. */
  wasRestored: boolean
}
