import type { MailAddress, MailFolderId } from '@portal/contract'
import { formatDay, formatTime, today } from '@portal/shared-ui'
import { t } from '../../texts.ts'

/** Folders of outgoing mail: their lists show the recipients. */
const outgoing: readonly MailFolderId[] = ['sentitems', 'drafts', 'outbox']

/** A person's name, or the address when there is none. */
export function nameOf({ name, address }: MailAddress): string {
  return name.trim() === '' ? address : name
}

/** The sender as text, or all authors; some external messages have none. */
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

/** The person shown in a row: the sender, or the recipients of outgoing mail. */
export function counterpart(message: {
  folder: MailFolderId
  from: MailAddress
  to: readonly MailAddress[]
}): string {
  if (!outgoing.includes(message.folder)) return senderOf(message)
  return message.to.length === 0 ? t('noRecipient') : t('to', { people: message.to.map(nameOf).join(', ') })
}

/** For example `Acme Builders and 2 more`. External messages may have no visible recipients. */
export function peopleInShort(people: readonly MailAddress[], folder: MailFolderId): string {
  const [first, ...others] = people
  if (first === undefined) return outgoing.includes(folder) ? t('noRecipient') : t('undisclosed')
  return others.length === 0 ? nameOf(first) : t('andMore', { people: nameOf(first), count: others.length })
}

export function subjectOf(message: { subject: string }): string {
  return message.subject.trim() === '' ? t('noSubject') : message.subject
}

/** The time of a message in the viewer's zone, as short as possible: `2:02 PM`, `Mar 12`, `Mar 12, 2025`. */
export function shortTime(instant: string, now = new Date()): string {
  const [day, present] = [today(new Date(instant)), today(now)]
  if (day === present) return formatTime(instant)
  return day.slice(0, 4) === present.slice(0, 4) ? formatDay(day).replace(/, \d{4}$/, '') : formatDay(day)
}
