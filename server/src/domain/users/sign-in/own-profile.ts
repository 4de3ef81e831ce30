import { collections } from '@portal/contract'
import type { Actor, OwnProfile, OwnProfilePatch } from '@portal/contract'
import type { z } from 'zod'
import { patchRecord } from '#engine/write/patch-record.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Handler of `GET /api/auth/me/profile`. */
export async function getOwnProfile({ database }: DomainDeps, { pid }: Actor): Promise<OwnProfile> {
  const { name, phone, version } = await database.kysely
    .selectFrom('users')
    .select(['name', 'phone', 'version'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow()
  return { name: name ?? '', phone, version }
}

/**
 * Handler of `PATCH /api/auth/me/profile`: changes a person's own name and phone, with the rules of an office
 * administrator and in the person's name. 400 names the field; 409 when the record was changed meanwhile.
 * Source: decision 0084.
 */
export async function changeOwnProfile(
  deps: DomainDeps,
  { pid, timeZone }: Actor,
  body: z.infer<typeof OwnProfilePatch>,
): Promise<void> {
  const asOffice: Actor = { pid, role: 'superadmin', org: null, ...(timeZone !== undefined && { timeZone }) }
  await patchRecord(deps, asOffice, collections.users, pid, body)
}
