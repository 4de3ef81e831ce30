import type { StoredMessage } from './mail-provider.ts'

/** So many characters of a body are shown, quoted and searched; all of it stays in the message as it came. */
export const maxShownLength = 500_000

/** The part of a message that is shown; one that is longer says so. */
export function shownPart(message: StoredMessage): StoredMessage {
  const { html, text } = message
  if (Math.max(html?.length ?? 0, text.length) <= maxShownLength) return message
  const part = {
    html: html?.slice(0, maxShownLength).toWellFormed() ?? null,
    text: text.slice(0, maxShownLength).toWellFormed(),
  }
  return { ...message, ...part, unreadRest: message.unreadRest ?? 'length' }
}
