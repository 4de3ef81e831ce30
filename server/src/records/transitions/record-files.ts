import { Checklist, recordRoot } from '@portal/contract'
import type { TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LockedRecord } from './locked-record.ts'

/** Condition on files `f` that they are whole and lie with this record. */
export function filesOfRecordSql(table: TableName, pid: string): RawBuilder<unknown> {
  return sql`f.root = ${recordRoot(table, pid)} and f.deleted_at is null and f.status = 'done' and f.mime_type <> 'folder'`
}

/**
 * Condition on files `f` that they are whole and lie with this permit, a task of it, or a package of any of
 * its cycles.
 */
export function filesOfPermitSql(permit: unknown): RawBuilder<unknown> {
  return sql`f.deleted_at is null and f.status = 'done' and f.mime_type <> 'folder' and (f.root = ${recordRoot('permits', String(permit))}
    or f.root in (select 'rts/' || r.pid from rts r where r.permit = ${permit} union all select 'tasks/' || k.pid from tasks k where k.permit = ${permit}))`
}

/**
 * Condition on files `f` that they are part of a package: its own, its permit's, and those of its permit that
 * its checklist names.
 */
export function filesOfPackageSql({
  pid,
  before: { permit, checklist },
}: Pick<LockedRecord, 'pid' | 'before'>): RawBuilder<unknown> {
  const named = Checklist.catch([])
    .parse(checklist ?? [])
    .flatMap(({ file }) => (file === null ? [] : [file]))
  return sql`(${filesOfRecordSql('rts', pid)}) or (${filesOfRecordSql('permits', String(permit))}) or (f.pid = any(${named}::text[]) and ${filesOfPermitSql(permit)})`
}
