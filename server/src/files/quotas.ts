import { Refusal, isStaff, phrase } from '@portal/contract'
import type { Actor, Configuration } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import type { FileDeps } from './deps.ts'

const hourMs = 60 * 60_000
/** Maximum number per client and hour. A large submission has several hundred files. */
const maxAnHour = { folders: 500, files: 5_000 } as const
/** Limit of folders per organization that are not deleted. */
const maxFolders = 10_000
const gigabyte = 1_073_741_824

/** Rows `f` whose bytes count: existing files, and deleted ones until they are purged. */
export const countedSql = "(f.deleted_at is null or f.status = 'done')"
/** Whether `u`, the creator of the file, is a client. Case-insensitive, for imported roles. */
export const byClientSql = "u.role ilike 'client'"

const usedByOrganizationText = `select coalesce(sum(f.size), 0)::bigint as bytes,
    count(*) filter (where f.mime_type = 'folder' and f.deleted_at is null)::int as folders
  from files f join users u on u.pid = f.created_by
  where u.org = $1 and ${byClientSql} and ${countedSql}`

const usedByStaffText = `select coalesce(sum(f.size), 0)::bigint as bytes from files f left join users u on u.pid = f.created_by
  where (u.pid is null or not ${byClientSql}) and ${countedSql}`

/**
 * The office may have a million files, so their sum is queried once a minute and new files are added to it.
 */
type QuotaDeps = Pick<FileDeps, 'database' | 'memory'>

const officeKnownForMs = 60_000

async function usedByOffice(
  { database, memory }: QuotaDeps,
  trx: Transaction<Tables>,
): Promise<{ bytes: number; at: number }> {
  const known = memory.officeUsage
  if (known !== undefined && Date.now() - known.at < officeKnownForMs) return known
  const [row] = await database.queryIn(trx, usedByStaffText, [], z.object({ bytes: z.number() }))
  const used = { bytes: row?.bytes ?? 0, at: Date.now() }
  memory.officeUsage = used
  return used
}

const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

const lastHourText = `select count(*) filter (where mime_type = 'folder')::int as folders, count(*) filter (where mime_type <> 'folder')::int as files,
  min(created_at) as since from files where created_by = $1 and created_at > $2`

/** Size of a file or folder to be created. */
export interface Demand {
  isFolder: boolean
  size: number
}

const gigabytes = (bytes: number) => `${Math.floor((bytes / gigabyte) * 10) / 10} GB`

/**
 * Throws 429 when a client creates too much within an hour. Staff are not limited: a folder of a thousand
 * plans is normal work.
 */
export async function requireUnhurried(
  { database, clock }: Pick<FileDeps, 'database' | 'clock'>,
  actor: Actor,
  { isFolder }: Demand,
): Promise<void> {
  if (isStaff(actor.role)) return
  const since = new Date(clock.now().getTime() - hourMs)
  const [made] = await database.query(
    lastHourText,
    [actor.pid, since],
    z.object({ folders: z.number(), files: z.number() }),
  )
  const kind = isFolder ? 'folders' : 'files'
  if (made === undefined || made[kind] < maxAnHour[kind]) return
  throw new Refusal(
    'rate-limited',
    phrase('You created {{made}} {{kind}} in an hour. The limit is {{mostAnHour}}. Try again in an hour.', {
      made: made[kind],
      kind,
      mostAnHour: maxAnHour[kind],
    }),
  )
}

function requireBelow(whose: string, used: number, size: number, quota: number): void {
  if (used + size <= quota) return
  const room = phrase('{{whose}} can store {{quota}} and has {{left}} left', {
    whose,
    quota: gigabytes(quota),
    left: gigabytes(Math.max(0, quota - used)),
  })
  throw new Refusal(
    'too-large',
    phrase(
      'Not enough storage for this file. {{room}}. Deleted files count for 30 days. Ask an administrator for more.',
      { room },
    ),
  )
}

/**
 * Throws when the quota of the actor's organization, or of the office for staff, would be exceeded. Counts
 * stored and reserved bytes, and deleted files until they are swept. Locks the organization until the
 * transaction ends; the sum of the office is up to a minute old.
 */
export async function requireQuota(
  deps: QuotaDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  { isFolder, size }: Demand,
  limits: Configuration['limits'],
): Promise<void> {
  if (isStaff(actor.role)) {
    if (isFolder) return
    const used = await usedByOffice(deps, trx)
    requireBelow('The office', used.bytes, size, limits.officeBytes)
    used.bytes += size
    return
  }
  if (actor.org === null) return
  const { database } = deps
  await database.queryIn(trx, lockText, [`quota ${actor.org}`])
  const [used] = await database.queryIn(
    trx,
    usedByOrganizationText,
    [actor.org],
    z.object({ bytes: z.number(), folders: z.number() }),
  )
  if (used === undefined) return
  requireBelow('Your organization', used.bytes, size, limits.organizationBytes)
  if (isFolder && used.folders >= maxFolders) {
    throw new Refusal(
      'too-large',
      phrase(
        'Your organization has reached the limit of {{mostFolders}} folders. Delete folders you no longer need.',
        { mostFolders: maxFolders },
      ),
    )
  }
}
