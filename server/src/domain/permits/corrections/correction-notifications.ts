import { notify } from '../../notifications/notify.ts'
import type { TextInLanguage } from '../../notifications/notify.ts'
import { notificationTexts } from '../../notifications/texts.ts'
import { numberOf, orgOf, responsibleStaff, titleOf } from '../../notifications/transition-notifications.ts'
import type { NotificationSubject } from '../../notifications/transition-notifications.ts'
import { loadSubject } from '../../notifications/notify-transitions.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'

const base = (about: NotificationSubject) => ({
  kind: 'CORRECTIONS',
  collection: about.collection,
  pid: about.pid,
  org: orgOf(about),
})

/** Notifies the staff responsible for the permit that the client has answered a comment. */
export async function notifyAnswer(
  { context, pid }: LockedRecord<'permits'>,
  comment: string,
): Promise<void> {
  const about = await loadSubject(context, 'permits', pid)
  if (about === undefined) return
  const words: TextInLanguage = (language) => ({
    title: notificationTexts(language)('clientAnswered', { number: numberOf(about) }),
    message: comment.slice(0, 500),
  })
  await notify(context, {
    ...base(about),
    severity: 'INFO',
    staff: responsibleStaff(about),
    words,
    client: null,
    messageKind: null,
  })
}

/** Notifies the client's organization that it is asked to answer comments. */
export async function notifyAsked({ context, pid }: LockedRecord<'permits'>): Promise<void> {
  const about = await loadSubject(context, 'permits', pid)
  if (about === undefined) return
  const words: TextInLanguage = (language) => ({
    title: notificationTexts(language)('answerComments', { number: numberOf(about) }),
    message: titleOf(about),
  })
  await notify(context, {
    ...base(about),
    severity: 'WARNING',
    staff: [],
    words,
    client: words,
    messageKind: 'CORRECTIONS',
  })
}
