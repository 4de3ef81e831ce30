import {
  certificateFields,
  certificateReminderDays,
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
import { requestCertificate } from './certificate-tasks.ts'
import type { Reminder } from '../permits/automatic/reminder.ts'

const Work = z.object({
  permits: z.number(),
  packages: z.number(),
  issued: z.number(),
  agencies: z.array(z.object({ name: z.string().nullable(), count: z.number() })).nullable(),
})
const maxNamed = 3

/**
 * What depends on the certificates of a client: open permits, packages that could not be submitted without valid
 * ones, and issued permits, which an agency can close.
 */
async function workOf({ deps, trx }: WriteContext, org: string): Promise<z.infer<typeof Work>> {
  const issued = sql`p.org = ${org} and p.status = 'ISSUED' and p.deleted_at is null`
  const [counts = { permits: 0, packages: 0, issued: 0, agencies: null }] = await run(
    deps.database,
    trx,
    sql`select (select count(*)::int from permits p where p.org = ${org} and p.bucket = 'processing' and p.deleted_at is null) as permits,
        (select count(*)::int from rts r where r.org = ${org} and r.status = any(${unsentPackages}::text[]) and r.deleted_at is null) as packages,
        (select count(*)::int from permits p where ${issued}) as issued,
        (select json_agg(json_build_object('name', a.name, 'count', a.n) order by a.n desc, a.name) from (select u.name, count(*)::int as n from permits p
          left join authorities u on u.pid = p.authority_pid where ${issued} group by u.name order by n desc, u.name limit ${maxNamed}::bigint) a) as agencies`,
    Work,
  )
  return counts
}

/**
 * One ladder of reminders for each license and insurance of a client. The staff read what depends on it, and the
 * client gets a task for the new certificate unless one is open.
 */
export const certificateReminders: readonly Reminder[] = certificateFields.map(([field, declared]) => ({
  rule: `certificate ${field}`,
  table: 'orgs',
  column: columnName(field),
  where: `t.status <> 'CLOSED'`,
  days: certificateReminderDays,
  kind: 'EXPIRY_REMINDER',
  // Lists what depends on the date, and asks the client.
  tab: 'Documents',
  warnsFrom: 9,
  before: async (context, { pid }) => {
    await requestCertificate(context, pid, field)
  },
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
        const open = say('certificateWork', {
          permits: say('openPermits', { count: work.permits }),
          packages: say('packages', { count: work.packages }),
        })
        if (work.issued === 0) return open
        const agencies = (work.agencies ?? [])
          .map(({ name, count }) => `${name ?? say('noAgency')} ${count}`)
          .join(', ')
        return `${say('certificateLapse', { count: work.issued, agencies })} ${open}`
      },
      client: (language) => notificationTexts(language)('certificateAsked'),
    }
  },
}))
