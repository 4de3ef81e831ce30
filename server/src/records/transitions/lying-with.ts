import { Checklist, recordRoot } from '@portal/contract'
import type { TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Condition on files `f` that they are whole and lie with this record. */
export function lyingWith(table: TableName, pid: string): RawBuilder<unknown> {
  return sql`f.root = ${recordRoot(table, pid)} and f.deleted_at is null and f.status = 'done' and f.mime_type <> 'folder'`
}

/** Condition on files `f` that they are part of a package: the permit's own, and those its checklist names. */
export function ofPackage(permit: string, checklist: unknown): RawBuilder<unknown> {
  const named = Checklist.catch([])
    .parse(checklist ?? [])
    .flatMap(({ file }) => (file === null ? [] : [file]))
  return sql`(${lyingWith('permits', permit)}) or (f.pid = any(${named}::text[]) and f.deleted_at is null and f.status = 'done')`
}
