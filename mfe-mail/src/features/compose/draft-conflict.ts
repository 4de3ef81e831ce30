import { MailDraft } from '@portal/contract'
import { isProblem } from '@portal/shared-ui'
import type { StoredDraft, DraftText } from './draft-storage.ts'
import { isWithin, sameText, textOf } from './draft-text.ts'

/** What a failed save means for the draft on this page. */
export type SaveOutcome =
  | { kind: 'saved'; draft: MailDraft }
  /** The server has a text that this page sent earlier; the response was lost. */
  | { kind: 'own'; text: DraftText; version: number }
  | { kind: 'conflict'; draft: MailDraft }
  | { kind: 'gone'; sentence: string }
  | { kind: 'failed' }

/**
 * Interprets the error of a save. `inFlight` are the texts this page has sent without receiving a response.
 */
export function saveOutcome(error: unknown, text: DraftText, inFlight: readonly DraftText[]): SaveOutcome {
  if (isProblem(error, 'not-found') || isProblem(error, 'transition-refused'))
    return { kind: 'gone', sentence: error.message }
  if (!isProblem(error, 'version-conflict')) return { kind: 'failed' }
  const parsed = MailDraft.safeParse(error.problem.current)
  if (!parsed.success) return { kind: 'failed' }
  const current = parsed.data
  if (sameText(textOf(current), text)) return { kind: 'saved', draft: current }
  const own = inFlight.find((sent) => sameText(textOf(current), sent))
  if (own !== undefined) return { kind: 'own', text: own, version: current.version }
  return { kind: 'conflict', draft: current }
}

/**
 * The origin of the text in this browser, relative to the server's draft: `own` is based on that draft;
 * `older` is contained in it, since the storage of a killed browser may be some saves behind; `other`
 * conflicts with it.
 */
export function originOf(kept: StoredDraft, draft: MailDraft): 'own' | 'older' | 'other' {
  const isOwn = kept.version === draft.version || kept.inFlight.some((sent) => sameText(textOf(draft), sent))
  if (isOwn) return 'own'
  return isWithin(textOf(kept), textOf(draft)) ? 'older' : 'other'
}
