import { certificateFields, orgStatus } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { CompiledQuery } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { columnName } from '#engine/sql/columns.ts'
import type { Tables } from '#platform/database/tables.ts'
import { claimKey } from '../notifications/notify.ts'
import { asPortal, officeDay } from '../permits/automatic/due-transitions.ts'
import type { AutomaticStepDeps } from '../permits/automatic/due-transitions.ts'
import { requestCertificate } from './certificate-tasks.ts'

const rule = 'certificate-lapsed'
const batch = 100

const Lapsed = z.object({ org: z.string(), field: z.string(), on: z.string() })
type Lapsed = z.infer<typeof Lapsed>

const keyOf = ({ org, field, on }: Lapsed): string => `${rule} ${field} ${org} ${on}`

/** Certificates that lapsed before the day `$1`, each by the index of its date. */
const lapsedSql = `(${certificateFields
  .map(([field]) => {
    const column = `o.${columnName(field)}`
    return `select o.pid as org, '${field}' as field, ${column}::text as on from orgs o
      where ${column} < $1::date and o.deleted_at is null and o.status <> '${orgStatus.CLOSED}' and o.merged_into is null`
  })
  .join(' union all ')}) l`
const keySql = `'${rule} ' || l.field || ' ' || l.org || ' ' || l.on`

const unaskedSql = `select l.org, l.field, l.on from ${lapsedSql}
  where l.org <> all($2::text[]) and not exists (select 1 from signals_raised s where s.key = ${keySql})
  order by l.org, l.field limit ${batch}`

/** Asks once for each date, also if the task that the ladder made is still open. */
function askForLapsed(deps: AutomaticStepDeps, lapsed: Lapsed): Promise<boolean> {
  return asPortal(deps, 'orgs', async (context) => {
    if (!(await claimKey(context, keyOf(lapsed)))) return false
    return (await requestCertificate(context, lapsed.org, lapsed.field)) !== null
  })
}

/**
 * Asks clients for certificates that have lapsed already: the last rung of the ladder, which a date that is
 * written too late would never reach. A task that staff cancel after it does not come back. Returns the
 * number of certificates.
 */
export async function askForLapsedCertificates(deps: AutomaticStepDeps): Promise<number> {
  const today = await officeDay(deps)
  const failed: string[] = []
  let asked = 0
  const next = () => deps.database.slowQuery(unaskedSql, [today, failed], Lapsed)
  for (let rows = await next(); rows.length > 0; rows = await next()) {
    for (const lapsed of rows) {
      try {
        if (await askForLapsed(deps, lapsed)) asked += 1
      } catch (error) {
        // A client that fails does not stop the others; the next round tries it again.
        failed.push(lapsed.org)
        deps.log.warn({ err: error, pid: lapsed.org }, `${lapsed.field}: the client could not be asked`)
      }
    }
  }
  return asked
}

/**
 * The office of the sample data asked for its lapsed certificates before the portal, so none is asked for at
 * the start.
 */
export async function noteLapsedCertificates(trx: Transaction<Tables>, today: LocalDate): Promise<void> {
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into signals_raised (key, at) select ${keySql}, $1::date from ${lapsedSql} on conflict do nothing`,
      [today],
    ),
  )
}
