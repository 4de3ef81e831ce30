import { LocalDate, collections, standInOf } from '@portal/contract'
import type { Actor, OwnAbsence, OwnAbsencePatch } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { patchRecord } from '#engine/write/patch-record.ts'
import { run } from '#engine/write/writing.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { listAbsences } from './absences.ts'

const Own = z.object({
  from: LocalDate.nullable(),
  until: LocalDate.nullable(),
  delegate: z.string().nullable(),
  version: z.int(),
})
const Named = z.object({ pid: z.string(), title: z.string() })

/** Handler of `GET /api/auth/me/absence`. */
export async function getOwnAbsence(deps: DomainDeps, { pid }: Actor): Promise<OwnAbsence> {
  return deps.database.kysely.transaction().execute(async (trx) => {
    const [row] = await run(
      deps.database,
      trx,
      sql`select u.out_of_office_from::text as from, u.out_of_office_until::text as until, u.delegate, u.version from users u where u.pid = ${pid}`,
    )
    const { from, until, delegate, version } = Own.parse(row)
    const { delegates } = await listAbsences({ deps, trx, now: deps.clock.now() })
    // As if the person were away already, so that they see what will happen.
    const standIn = standInOf(pid, new Map([...delegates, [pid, delegate]]))
    const people = await run(
      deps.database,
      trx,
      sql`select u.pid, coalesce(u.name, '') as title from users u where u.pid = any(${[standIn, delegate]}::text[])`,
      Named,
    )
    const named = (person: string | null) => people.find((each) => each.pid === person) ?? null
    return {
      outOfOfficeFrom: from,
      outOfOfficeUntil: until,
      delegate: named(delegate),
      standIn: standIn === pid ? null : named(standIn),
      version,
    }
  })
}

/**
 * Handler of `PATCH /api/auth/me/absence`: a staff member's own absence, with the rules of an administrator
 * who enters it for them. 400 names the field; 409 when the record was changed meanwhile.
 */
export async function changeOwnAbsence(
  deps: DomainDeps,
  { pid, timeZone }: Actor,
  body: OwnAbsencePatch,
): Promise<void> {
  const asOffice: Actor = { pid, role: 'superadmin', org: null, ...(timeZone !== undefined && { timeZone }) }
  await patchRecord(deps, asOffice, collections.users, pid, body)
}
