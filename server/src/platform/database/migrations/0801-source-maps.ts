import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Source maps of builds, apart from their files: no route serves them.
  `create table remote_source_maps (
    name text not null,
    version text not null,
    path text not null,
    size integer not null,
    packed bytea not null,
    uploaded_at timestamptz not null,
    primary key (name, version, path)
  )`,
]

/** Source maps of builds. `packed` is the map with gzip, without the sources themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
