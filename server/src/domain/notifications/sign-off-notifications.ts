import type { SignOffEvent } from '#engine/write/write-context.ts'
import type { NewNotification, TextInLanguage } from './notify.ts'
import { responsibleStaff, ofPermit, orgOf, numberOf } from './transition-notifications.ts'
import type { NotificationSubject } from './transition-notifications.ts'
import { notificationTexts } from './texts.ts'

/**
 * The notification that a package was signed off or that its sign-off was withdrawn; null if nobody is
 * notified.
 */
export function signOffNotification(
  about: NotificationSubject<'rts'>,
  act: SignOffEvent['act'],
): NewNotification | null {
  const { values, collection, pid } = about
  const number = numberOf(about)
  const base = { collection, pid, org: orgOf(about), messageKind: null }
  const office = [...responsibleStaff(about), values.createdBy, values.verifiedBy]
  const permit = ofPermit(about)
  switch (act) {
    case 'ASK':
    case 'LAPSED': {
      const words: TextInLanguage = (language) => {
        const say = notificationTexts(language)
        if (act === 'ASK') return { title: say('pleaseApprove', { number }), message: permit }
        return {
          title: say('pleaseApproveAgain', { number }),
          message: [permit, say('approvedChanged')].filter(Boolean).join(', '),
        }
      }
      return {
        ...base,
        kind: 'TASK_ASSIGNED',
        severity: 'INFO',
        staff: [],
        words,
        client: words,
        messageKind: 'TASK_ASSIGNED',
      }
    }
    case 'APPROVE': {
      const words: TextInLanguage = (language) => ({
        title: notificationTexts(language)('clientApproved', { number }),
        message: permit,
      })
      return { ...base, kind: 'PERMIT_STATUS', severity: 'SUCCESS', staff: office, words, client: null }
    }
    case 'RETURN': {
      const words: TextInLanguage = (language) => ({
        title: notificationTexts(language)('clientReturned', { number }),
        message: [permit, values.clientReturnReason].filter(Boolean).join('. '),
      })
      return { ...base, kind: 'CORRECTIONS', severity: 'WARNING', staff: office, words, client: null }
    }
    case 'VERIFY':
    case 'WITHDRAW':
    case 'TAKE_BACK':
      return null
  }
}
