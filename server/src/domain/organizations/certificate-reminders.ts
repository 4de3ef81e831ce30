import {
  certificateReminderDays,
  collections,
  englishFieldLabel,
  formatDay,
  unsentPackages,
} from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { columnName } from '#engine/sql/columns.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { labelIn } from '#platform/language/label-in.ts'
import { notificationTexts } from '../notifications/texts.ts'
import type { Reminder } from '../permits/automatic/reminder.ts'

/** The dates of an organization on which a license or an insurance expires. */
const certificates = Object.entries(collections.orgs.fields).filter(
  ([, declared]) => 'expires' in declared && declared.expires === true,
)

/** Open permits of the client, and packages that could not be submitted without valid certificates. */
async function workOf(
  { deps, trx }: WriteContext,
  org: string,
): Promise<{ permits: number; packages: number }> {
  const [counts = { permits: 0, packages: 0 }] = await run(
    deps.database,
    trx,
    sql`select (select count(*)::int from permits p where p.org = ${org} and p.bucket = 'processing' and p.deleted_at is null) as permits,
        (select count(*)::int from rts r where r.org = ${org} and r.status = any(${unsentPackages}::text[]) and r.deleted_at is null) as packages`,
    z.object({ permits: z.number(), packages: z.number() }),
  )
  return counts
}

/** One ladder of reminders for each license and insurance of a client. The staff read what depends on it. */
export const certificateReminders: readonly Reminder[] = certificates.map(([field, declared]) => ({
  rule: `certificate ${field}`,
  table: 'orgs',
  column: columnName(field),
  where: `t.status <> 'CLOSED'`,
  days: certificateReminderDays,
  kind: 'EXPIRY_REMINDER',
  warnsFrom: 9,
  title: (about, count, language) => {
    const values: Readonly<Record<string, unknown>> = about.values
    const day = values[field]
    const texts = {
      what: labelIn(language, englishFieldLabel(field, declared)),
      client: about.table === 'orgs' ? (about.values.legalName ?? '') : '',
      day: typeof day === 'string' ? formatDay(day, language) : '',
    }
    const say = notificationTexts(language)
    return count === 0
      ? say('certificateExpiresToday', texts)
      : say('certificateExpires', { ...texts, count })
  },
  message: async (context, about) => {
    const work = await workOf(context, about.pid)
    return {
      staff: (language) => {
        const say = notificationTexts(language)
        return say('certificateWork', {
          permits: say('openPermits', { count: work.permits }),
          packages: say('packages', { count: work.packages }),
        })
      },
      client: (language) => notificationTexts(language)('certificateAsked'),
    }
  },
}))
