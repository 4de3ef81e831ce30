import type { MailAddress, MailFolderId } from '@portal/contract'
import { formatDay, formatTime, today } from '@portal/shared-ui'
import { t } from '../../texts.ts'

/** Folders of mail that goes out: their lists name who it goes to. */
const outgoing: readonly MailFolderId[] = ['sentitems', 'drafts', 'outbox']

/** A person's name, or the address of somebody without one. */
export function nameOf({ name, address }: MailAddress): string {
  return name.trim() === '' ? address : name
}

/** The sender in words, or all authors; some messages from outside name none. */
export function senderOf({
  from,
  authors,
}: {
  from: MailAddress
  authors?: readonly MailAddress[] | undefined
}): string {
  if (authors !== undefined && authors.length > 1) return authors.map(nameOf).join(', ')
  return nameOf(from).trim() === '' ? t('noSender') : nameOf(from)
}

/** Who a line of the list is about: the sender, or the recipients of what goes out. */
export function counterpart(message: {
  folder: MailFolderId
  from: MailAddress
  to: readonly MailAddress[]
}): string {
  if (!outgoing.includes(message.folder)) return senderOf(message)
  return message.to.length === 0 ? t('noRecipient') : t('to', { people: message.to.map(nameOf).join(', ') })
}

/** `Acme Builders and 2 more`; what came from outside may tell nobody whom it went to. */
export function peopleInShort(people: readonly MailAddress[], folder: MailFolderId): string {
  const [first, ...others] = people
  if (first === undefined) return outgoing.includes(folder) ? t('noRecipient') : t('undisclosed')
  return others.length === 0 ? nameOf(first) : t('andMore', { people: nameOf(first), count: others.length })
}

export function subjectOf(message: { subject: string }): string {
  return message.subject.trim() === '' ? t('noSubject') : message.subject
}

/**
 * When a message came, as short as it stays clear in the viewer's zone: `2:02 PM`, `Mar 12`, `Mar 12, 2025`.
 */
export function shortTime(instant: string, now = new Date()): string {
  const [day, present] = [today(new Date(instant)), today(now)]
  if (day === present) return formatTime(instant)
  return day.slice(0, 4) === present.slice(0, 4) ? formatDay(day).replace(/, \d{4}$/, '') : formatDay(day)
}
