import { numberedName } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The place of a file or folder; names are unique within a place. */
export interface Place {
  root: string
  /** Pid of the folder; null at the top level of the root. */
  folder: string | null
  /** In `uploads`, the organization whose people see it; otherwise null. */
  org: string | null
}

const freeNameText = `select c.name from unnest($4::text[]) with ordinality as c(name, place)
  where not exists (select 1 from files f where f.root = $1 and coalesce(f.parent_pid, '') = $2 and coalesce(f.org, '') = $3
    and lower(f.name) = lower(c.name) and f.deleted_at is null and f.pid <> $5)
  order by c.place limit 1`

/** The name, or its first numbered variant that is free in the place. Unfinished files count. */
export async function findFreeName(
  database: Database,
  trx: Transaction<Tables>,
  place: Place,
  wanted: { pid: string; name: string; isFolder: boolean },
): Promise<string> {
  const { pid, name, isFolder } = wanted
  for (let [from, many] = [0, 20]; ; from += many, many *= 2) {
    const names = Array.from({ length: many }, (_, at) => numberedName(name, from + at, isFolder))
    const values = [place.root, place.folder ?? '', place.org ?? '', names, pid]
    const [row] = await database.queryIn(trx, freeNameText, values, z.object({ name: z.string() }))
    if (row !== undefined) return row.name
  }
}
