import { collections } from '@portal/contract'
import type { Actor, CollectionName, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { hasPid } from '#engine/query/get-record.ts'
import { readableRowsOf } from '#engine/query/visibility.ts'

/** Runs a statement and says whether it found a row. */
type Finds = (statement: RawBuilder<unknown>) => Promise<boolean>

/** Those of the people who may read the record. Checked once per role and organization. */
export async function peopleWithAccess<Person extends Pick<Actor, 'pid' | 'role' | 'org'>>(
  finds: Finds,
  { collection, pid }: { collection: CollectionName; pid: string },
  people: readonly Person[],
  today: LocalDate,
): Promise<Person[]> {
  const found: Person[] = []
  for (const alike of Map.groupBy(people, ({ role, org }) => `${role} ${org ?? ''}`).values()) {
    const [person] = alike
    const rows = person === undefined ? null : readableRowsOf(collections[collection], person, today)
    if (rows === null) continue
    const statement = sql`select 1 as found ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}`
    if (await finds(statement)) found.push(...alike)
  }
  return found
}
