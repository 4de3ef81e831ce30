import type { MailDraft, MailDraftPatch } from '@portal/contract'
import type { SaveOutcome } from './draft-conflict.ts'
import type { DraftState, SaveState } from './draft-state.ts'
import type { DraftText, StoredDraft } from './draft-storage.ts'
import { emptyText, isBlank, sameText } from './draft-text.ts'

/** The server's version that the text is based on; version 0 has never been on the server. */
export interface DraftBase {
  version: number
  text: DraftText
}

export interface DraftCommon {
  /** The draft's id, or the generated name of a draft without one. Names its text in the storage. */
  name: string
  text: DraftText
  attachments: MailDraft['attachments']
  /** Incremented when something other than the editor replaces the text. */
  revision: number
  /** Text stored in this browser was restored. */
  wasRestored: boolean
  /** Created for this page with prefilled content, and not edited: not kept when the page is left. */
  isPrefilled: boolean
  /** `closed`: the page was left, nothing is scheduled. `finished`: sent or discarded, nothing is to be saved. */
  stage: 'editing' | 'closed' | 'finished'
}

export interface LoadedCommon extends DraftCommon {
  base: DraftBase
  /** Texts of saves without a response; the server may have stored them. */
  inFlight: readonly DraftText[]
}

/** The state of a draft. `new` and `creating` have no id yet; `name` is the id of all others. */
export type Draft =
  | (DraftCommon & { kind: 'new'; failure: string | null })
  /** `restored` is the stored text the creation began with. */
  | (DraftCommon & { kind: 'creating'; failure: string | null; restored: DraftText | null })
  | (DraftCommon & { kind: 'unopened'; failure: string | null })
  | (DraftCommon & { kind: 'opening'; failure: string | null })
  | (DraftCommon & { kind: 'not-found' })
  | (LoadedCommon & { kind: 'saved'; at: string | null })
  | (LoadedCommon & { kind: 'edited' })
  | (LoadedCommon & { kind: 'saving'; sent: DraftText })
  /** Kept in this browser; the save is retried. */
  | (LoadedCommon & { kind: 'failed'; sentence: string })
  /** The server has a text that this one is not based on. */
  | (LoadedCommon & { kind: 'conflict'; theirs: MailDraft })
  /** Deleted or sent elsewhere; the text is still here. */
  | (LoadedCommon & { kind: 'gone'; sentence: string })

/** What happens to a draft. Events that change the save state carry the time (`at`) it may show. */
export type DraftEvent =
  /** `stored` is the text stored under the draft's name. */
  | { kind: 'open-requested'; stored: StoredDraft | null }
  /** `stored` is the text stored under the id. */
  | { kind: 'created'; draft: MailDraft; stored: StoredDraft | null }
  | { kind: 'loaded'; draft: MailDraft; stored: StoredDraft | null }
  | { kind: 'missing'; sentence: string; stored: StoredDraft | null }
  | { kind: 'open-failed'; sentence: string }
  /** The server's draft as it is now, whether or not it changed. */
  | { kind: 'refreshed'; draft: MailDraft }
  | { kind: 'changed'; patch: Partial<DraftText>; at: string }
  | { kind: 'save-requested'; at: string }
  | { kind: 'saved'; draft: MailDraft }
  /** A save or a sending failed; `sentence` says why. */
  | { kind: 'refused'; id: string; outcome: SaveOutcome; sentence: string }
  | { kind: 'remote-overwritten' }
  | { kind: 'remote-accepted' }
  | { kind: 'copied'; draft: MailDraft }
  | { kind: 'attaching' }
  | { kind: 'attachments-changed'; attachments: MailDraft['attachments'] }
  | { kind: 'finished' }
  | { kind: 'closed' }

/** What is to be done after an event, in this order. */
export type DraftEffect =
  /** Reads the stored text and requests to open the draft. */
  | { kind: 'open' }
  | { kind: 'create'; name: string }
  | { kind: 'read'; id: string }
  | { kind: 'patch'; id: string; patch: MailDraftPatch }
  | {
      kind: 'store'
      name: string
      text: DraftText
      id: string
      version: number
      inFlight: readonly DraftText[]
    }
  | { kind: 'clear-stored'; name: string }
  | { kind: 'report-id'; id: string }
  /** Saves after a pause in typing, or after `waitMs`. */
  | { kind: 'schedule-save'; waitMs?: number }
  | { kind: 'schedule-retry' }
  | { kind: 'reset-longest-wait' }
  | { kind: 'cancel-scheduled' }

type LoadedDraft = Extract<Draft, LoadedCommon>

export function initialDraft({
  name,
  isNew,
  isFresh,
}: {
  name: string
  isNew: boolean
  isFresh: boolean
}): Draft {
  return {
    kind: isNew ? 'new' : 'unopened',
    failure: null,
    name,
    text: emptyText,
    attachments: [],
    revision: 0,
    wasRestored: false,
    isPrefilled: isFresh,
    stage: 'editing',
  }
}

export const isLoaded = (draft: Draft): draft is LoadedDraft => 'base' in draft

/** The id of the draft; null before it has one. */
export function idOf({ kind, name }: Draft): string | null {
  return kind === 'new' || kind === 'creating' ? null : name
}

/** Whether the text differs from what the server has. */
export function isDirty(draft: Draft): boolean {
  return !sameText(draft.text, isLoaded(draft) ? draft.base.text : emptyText)
}

/** Whether nothing was written or attached. */
export function isEmpty({ text, attachments }: Draft): boolean {
  return isBlank(text) && attachments.length === 0
}

/** Whether the draft is deleted when its page is left. */
export function isUntouched(draft: Draft): boolean {
  return draft.kind === 'saved' && draft.base.version === 1 && (isEmpty(draft) || draft.isPrefilled)
}

/** Whether the server's draft may replace this one: there are no unsaved changes and no call is pending. */
export function canRefresh(draft: Draft): boolean {
  return draft.kind === 'saved' || draft.kind === 'not-found' || (draft.kind === 'gone' && !isDirty(draft))
}

/**
 * What stands between the draft and the server: `nothing`, a `call` that is pending, a `save` that can be
 * requested, or a `decision` of the user.
 */
export function missingForFlush(draft: Draft): 'nothing' | 'call' | 'save' | 'decision' {
  switch (draft.kind) {
    case 'saved':
      return 'nothing'
    case 'creating':
    case 'opening':
    case 'saving':
      return 'call'
    case 'new':
    case 'edited':
    case 'failed':
      return 'save'
    case 'unopened':
    case 'conflict':
    case 'gone':
    case 'not-found':
      return 'decision'
  }
}

const saveStateOf = (draft: Draft): SaveState => {
  switch (draft.kind) {
    case 'new':
    case 'creating':
      return draft.failure === null ? { kind: 'unsaved' } : { kind: 'failed', sentence: draft.failure }
    case 'unopened':
    case 'opening':
      return draft.failure === null ? { kind: 'opening' } : { kind: 'failed', sentence: draft.failure }
    case 'saved':
      return { kind: 'saved', at: draft.at }
    case 'edited':
    case 'conflict':
      return { kind: 'unsaved' }
    case 'failed':
    case 'gone':
      return { kind: draft.kind, sentence: draft.sentence }
    case 'saving':
    case 'not-found':
      return { kind: draft.kind }
  }
}

/** The draft as the composer shows it. */
export function toDraftState(draft: Draft): DraftState {
  const { text, attachments, revision, wasRestored } = draft
  return {
    id: idOf(draft),
    text,
    attachments,
    save: saveStateOf(draft),
    theirs: draft.kind === 'conflict' ? draft.theirs : null,
    revision,
    wasRestored,
  }
}
