import { collections } from '@portal/contract'
import type { Actor, OwnProfile, OwnProfilePatch } from '@portal/contract'
import type { z } from 'zod'
import { patchRecord } from '#records/patch-record.ts'
import type { Deps } from '../../deps.ts'

/** `GET /api/auth/me/profile`. */
export async function getOwnProfile({ database }: Deps, { pid }: Actor): Promise<OwnProfile> {
  const { name, phone, version } = await database.kysely
    .selectFrom('users')
    .select(['name', 'phone', 'version'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow()
  return { name: name ?? '', phone, version }
}

/**
 * `PATCH /api/auth/me/profile`: a person's own name and phone, written by the rules of people as the office
 * would write them, in their own name. 400 naming the field, 409 where their record was changed meanwhile.
 * Source: decision 0084.
 */
export async function changeOwnProfile(
  deps: Deps,
  { pid, timeZone }: Actor,
  body: z.infer<typeof OwnProfilePatch>,
): Promise<void> {
  const asOffice: Actor = { pid, role: 'superadmin', org: null, ...(timeZone !== undefined && { timeZone }) }
  await patchRecord(deps, asOffice, collections.users, pid, body)
}
