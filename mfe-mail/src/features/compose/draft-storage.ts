import { MailDraft } from '@portal/contract'
import { mayStoreText, unsentTextPrefixes } from '@portal/shared-ui'

/** The fields of a draft that a user edits. */
const DraftText = MailDraft.pick({ from: true, to: true, cc: true, bcc: true, subject: true, html: true })
export type DraftText = ReturnType<typeof DraftText.parse>

/**
 * The stored text, and the texts of saves that were pending when it was stored. A page that is closed then
 * does not learn that they succeeded.
 */
const StoredDraft = MailDraft.extend({ inFlight: DraftText.array().default([]) })
export type StoredDraft = ReturnType<typeof StoredDraft.parse>

const prefix = unsentTextPrefixes.mail

function keptKeys(): string[] {
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '').filter(
    (key) => key.startsWith(prefix),
  )
}

/**
 * Stores edits in this browser until the server has them, so that neither a crash nor a closed tab loses
 * them. The text belongs to its author: other users of this browser do not see it, and signing out deletes
 * it. When storage is unavailable or full nothing is stored; the text then exists only in the page.
 */
export class DraftStorage {
  readonly #own: string
  constructor(person: string) {
    this.#own = `${prefix}${person}.`
    try {
      for (const key of keptKeys()) if (!key.startsWith(this.#own)) localStorage.removeItem(key)
    } catch {
      // Storage is unavailable: there is nothing to read.
    }
  }

  /** Stores the text with the version it is based on; 0 when the server has none yet. */
  keep(draft: string, kept: StoredDraft): void {
    try {
      if (mayStoreText()) localStorage.setItem(this.#own + draft, JSON.stringify(kept))
    } catch {
      // Storage is unavailable or full; see the class comment.
    }
  }

  find(draft: string): StoredDraft | null {
    try {
      const parsed = StoredDraft.safeParse(JSON.parse(localStorage.getItem(this.#own + draft) ?? 'null'))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }

  forget(draft: string): void {
    try {
      localStorage.removeItem(this.#own + draft)
    } catch {
      // Storage is unavailable: there is nothing to remove.
    }
  }

  /** Names of this user's drafts with text stored here. */
  list(): string[] {
    try {
      return keptKeys()
        .filter((key) => key.startsWith(this.#own))
        .map((key) => key.slice(this.#own.length))
    } catch {
      return []
    }
  }
}
