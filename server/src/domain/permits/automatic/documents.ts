import { z } from 'zod'
import { notifyOnce } from '../../notifications/notify.ts'
import { notificationTexts } from '../../notifications/texts.ts'
import { responsibleStaff, numberOf, orgOf } from '../../notifications/transition-notifications.ts'
import { loadSubject } from '../../notifications/notify-transitions.ts'
import { asPortal } from './due-transitions.ts'
import type { ScheduledTaskDeps } from './due-transitions.ts'

const batch = 200

/** How far back to look for new documents: longer than the usual downtime of a server. */
const documentsForDays = 7

const Came = z.object({ pid: z.string(), permit: z.string(), name: z.string() })
type Came = z.infer<typeof Came>

const cameSql = `select f.pid, split_part(f.root, '/', 2) as permit, f.name from files f join users u on u.pid = f.created_by
  where f.status = 'done' and f.mime_type <> 'folder' and f.deleted_at is null and f.root like 'permits/%' and f.updated_at > $1::timestamptz
    and lower(u.role) = 'client' and not exists (select 1 from signals_raised s where s.key = 'document ' || f.pid) order by f.updated_at limit ${batch}`

/**
 * Notifies the staff responsible for a permit of documents its client has sent. Returns the number of
 * notifications.
 */
export async function notifyDocuments(deps: ScheduledTaskDeps): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - documentsForDays * 86_400_000)
  let told = 0
  for (const { pid, permit, name } of await deps.database.slowQuery(cameSql, [since], Came)) {
    const isTold = await asPortal(deps, 'permits', async (context) => {
      const about = await loadSubject(context, 'permits', permit)
      if (about === undefined) return false
      return notifyOnce(context, `document ${pid}`, {
        kind: 'DOCUMENT_RECEIVED',
        severity: 'INFO',
        collection: about.collection,
        pid: permit,
        org: orgOf(about),
        staff: responsibleStaff(about),
        words: (language) => ({
          title: notificationTexts(language)('documentReceived', { number: numberOf(about) }),
          message: name,
        }),
        // The client sent the document, so only staff are notified.
        client: null,
        messageKind: null,
      })
    })
    if (isTold) told += 1
  }
  return told
}
