import { isStaff } from '@portal/contract'
import type { OpenRecord, WriteContext } from '#engine/write/write-context.ts'
import { listAdministrators } from './active-staff.ts'
import { notify } from './notify.ts'
import type { TextInLanguage } from './notify.ts'
import { notificationTexts } from './texts.ts'
import { responsibleStaff, numberOf, ofPermit, orgOf, titleOf } from './transition-notifications.ts'
import type { NotificationSubject } from './transition-notifications.ts'
import { loadSubject } from './notify-transitions.ts'

type NotifyContext = Pick<WriteContext, 'deps' | 'trx' | 'actor' | 'now' | 'today'>

/** Title with the number of the record, if it has one. */
const titled =
  (key: 'noteFromOffice' | 'noteFromClient' | 'mentioned', about: NotificationSubject): TextInLanguage =>
  (language) => ({
    title: [notificationTexts(language)(key), numberOf(about)].filter(Boolean).join(': '),
    message: titleOf(about) || ofPermit(about),
  })

/**
 * Alerts the people a note mentions. If the note is shared, also the other side: the responsible staff for a
 * note of the client, the client's people for a note of staff. The alert does not contain the note, since its
 * author may change or delete it. Must run last in a transaction.
 */
export async function notifyNote(
  context: NotifyContext,
  { declaration, pid }: OpenRecord,
  { isShared, mentioned }: { isShared: boolean; mentioned: readonly string[] },
): Promise<void> {
  if (!isShared && mentioned.length === 0) return
  const about = await loadSubject(context, declaration.name, pid)
  if (about === undefined) return
  const alert = {
    kind: 'NOTE_MENTION',
    severity: 'INFO',
    collection: about.collection,
    pid,
    org: orgOf(about),
    messageKind: null,
  } as const
  if (mentioned.length > 0)
    await notify(context, {
      ...alert,
      rule: 'note-mention',
      isPersonal: true,
      staff: mentioned,
      words: titled('mentioned', about),
      client: null,
    })
  if (!isShared || orgOf(about) === null) return
  const isFromOffice = isStaff(context.actor.role)
  const staff = responsibleStaff(about).filter((person) => typeof person === 'string')
  const words = titled(isFromOffice ? 'noteFromOffice' : 'noteFromClient', about)
  await notify(context, {
    ...alert,
    rule: 'note-added',
    staff: isFromOffice ? [] : staff.length > 0 ? staff : await listAdministrators(context),
    words,
    client: isFromOffice ? words : null,
    except: mentioned,
  })
}
