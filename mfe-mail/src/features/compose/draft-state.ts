import type { MailDraft } from '@portal/contract'
import type { DraftCalls } from './draft-calls.ts'
import type { DraftStorage, DraftText } from './draft-storage.ts'

export interface DraftSessionOptions {
  calls: DraftCalls
  keeper: DraftStorage
  /** The draft's id, or a generated name for a new message. */
  name: string
  isNew: boolean
  /**
   * The draft was just created for this page, with prefilled content. It is not kept when it was not edited.
   */
  isFresh: boolean
  /** Called when the new message has become this draft. */
  onId: (id: string) => void
}

export type SaveState =
  | { kind: 'opening' }
  | { kind: 'saved'; at: string | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Kept in this browser; the save is retried. */
  | { kind: 'failed'; sentence: string }
  /** Deleted or sent by somebody else or in another tab; the text is still here. */
  | { kind: 'gone'; sentence: string }
  | { kind: 'not-found' }

export interface DraftState {
  id: string | null
  text: DraftText
  attachments: MailDraft['attachments']
  save: SaveState
  /** The draft as somebody else saved it in the meantime; null when nobody did. */
  theirs: MailDraft | null
  /**
   * Incremented when the text is replaced by something other than the editor, so that the editor loads it.
   */
  revision: number
  /** Text kept in this browser was restored. */
  wasRestored: boolean
}
