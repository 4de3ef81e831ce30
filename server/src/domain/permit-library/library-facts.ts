import { missingDetails, tables, withAttributeTraits } from '@portal/contract'
import type { GuardContext } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { StoredRow } from '#engine/transitions/locked-record.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run, toValues } from '#engine/write/writing.ts'

/** Names of the agencies with these codes, unless the permit `p` has one of them. */
const otherAgenciesSql = (permit: string, codes: readonly string[]) => sql`
  select a.name from authorities a
    where a.pid in (select c.pid from authority_codes c where c.code = any(${codes}::text[]))
      and not exists (select 1 from permits p join authority_codes c on c.pid = p.authority_pid
        where p.pid = ${permit} and c.code = any(${codes}::text[]))
    order by a.name`

/**
 * What the library asks of a permit before it is submitted: the details of its type that are empty, and the
 * agencies of its type if its own agency is none of them. Without attributes and agencies of types, the
 * database is not asked.
 */
export async function libraryFacts(
  { deps, trx }: WriteContext,
  permit: string | null,
): Promise<Partial<Pick<GuardContext, 'missingDetails' | 'agenciesOfType'>>> {
  const { attributes, permitTypes } = deps.permitLibrary.current
  const isAsked = attributes.length > 0 || permitTypes.some(({ authorities }) => authorities.length > 0)
  if (permit === null || !isAsked) return {}
  const [row] = await run(
    deps.database,
    trx,
    sql`select p.* from permits p where p.pid = ${permit}`,
    StoredRow,
  )
  if (row === undefined) return {}
  const values = new Map<string, unknown>(Object.entries(toValues(tables.permits, row)))
  const added = deps.memory.addedFields?.get('permits')?.fields ?? {}
  const codes = permitTypes.find(({ code }) => code === values.get('permitType'))?.authorities ?? []
  const others =
    codes.length === 0
      ? []
      : await run(deps.database, trx, otherAgenciesSql(permit, codes), z.object({ name: z.string() }))
  return {
    missingDetails: missingDetails(withAttributeTraits(added, attributes), (name) => values.get(name)),
    agenciesOfType: others.length === 0 ? null : others.map(({ name }) => name),
  }
}
