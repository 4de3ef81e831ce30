import type { StoredMessage } from '../providers/mail-provider.ts'

/**
 * Maximum number of characters of a body that are shown, quoted and searched; the raw message keeps all of
 * it.
 */
export const maxShownLength = 500_000

/** The part of a message that is shown; a truncated message says so. */
export function shownPart(message: StoredMessage): StoredMessage {
  const { html, text } = message
  if (Math.max(html?.length ?? 0, text.length) <= maxShownLength) return message
  const part = {
    html: html?.slice(0, maxShownLength).toWellFormed() ?? null,
    text: text.slice(0, maxShownLength).toWellFormed(),
  }
  return { ...message, ...part, unreadRest: message.unreadRest ?? 'length' }
}
