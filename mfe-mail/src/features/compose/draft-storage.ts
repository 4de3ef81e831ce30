import { MailDraft } from '@portal/contract'
import { mayStoreText, unsentTextPrefixes } from '@portal/shared-ui'

/** What a person writes, whoever keeps it. */
const DraftText = MailDraft.pick({ from: true, to: true, cc: true, bcc: true, subject: true, html: true })
export type DraftText = ReturnType<typeof DraftText.parse>

/**
 * Text as it is kept, and what of it was on its way to the server when it was: a page that dies then does not
 * hear that it arrived.
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
 * Keeps what is written in this browser until the server has it, so that neither a crash nor a closed tab
 * loses it. It is its writer's
 * alone: whoever else signs in in this browser finds none of it, and it ends when its writer signs out. A
 * storage that is closed or full keeps nothing; the text then lives as long as the page.
 */
export class DraftStorage {
  readonly #own: string
  constructor(person: string) {
    this.#own = `${prefix}${person}.`
    try {
      for (const key of keptKeys()) if (!key.startsWith(this.#own)) localStorage.removeItem(key)
    } catch {
      // Closed: there is nothing in it.
    }
  }

  /** Keeps text over the version it was written over; 0 where the server has none yet. */
  keep(draft: string, kept: StoredDraft): void {
    try {
      if (mayStoreText()) localStorage.setItem(this.#own + draft, JSON.stringify(kept))
    } catch {
      // Closed or full: said above.
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
      // Closed: there is nothing in it.
    }
  }

  /** Drafts of this person of which something is kept here. */
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
