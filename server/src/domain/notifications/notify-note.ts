import { isStaff } from '@portal/contract'
import type { OpenRecord, WriteContext } from '#engine/write/write-context.ts'
import { listAdministrators } from './active-staff.ts'
import { notify } from './notify.ts'
import type { TextInLanguage } from './notify.ts'
import { notificationTexts } from './texts.ts'
import { responsibleStaff, numberOf, ofPermit, orgOf, titleOf } from './transition-notifications.ts'
import { loadSubject } from './notify-transitions.ts'

type NotifyContext = Pick<WriteContext, 'deps' | 'trx' | 'actor' | 'now' | 'today'>

/**
 * Alerts the other side of a note both sides can read: the responsible staff for a note of the client, the
 * client's people for a note of staff. Does nothing if the record has no client. The alert does not contain
 * the note, since its author may change or delete it. Must run last in a transaction.
 */
export async function notifyNote(context: NotifyContext, { declaration, pid }: OpenRecord): Promise<void> {
  const about = await loadSubject(context, declaration.name, pid)
  if (about === undefined || orgOf(about) === null) return
  const isFromOffice = isStaff(context.actor.role)
  const staff = responsibleStaff(about).filter((each) => typeof each === 'string')
  const [number, message] = [numberOf(about), titleOf(about) || ofPermit(about)]
  const words: TextInLanguage = (language) => ({
    title: [notificationTexts(language)(isFromOffice ? 'noteFromOffice' : 'noteFromClient'), number]
      .filter(Boolean)
      .join(': '),
    message,
  })
  await notify(context, {
    kind: 'NOTE_MENTION',
    rule: 'note-added',
    severity: 'INFO',
    collection: about.collection,
    pid,
    org: orgOf(about),
    staff: isFromOffice ? [] : staff.length > 0 ? staff : await listAdministrators(context),
    words,
    client: isFromOffice ? words : null,
    messageKind: null,
  })
}
