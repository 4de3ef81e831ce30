import { Checklist, recordRoot } from '@portal/contract'
import type { TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LockedRecord } from '#engine/write/write-context.ts'

/** Condition on files `f`: they are completely uploaded and belong to this record. */
export function filesOfRecordSql(table: TableName, pid: string): RawBuilder<unknown> {
  return sql`f.root = ${recordRoot(table, pid)} and f.deleted_at is null and f.status = 'done' and f.mime_type <> 'folder'`
}

/**
 * Condition on files `f`: they are completely uploaded and belong to this permit, one of its tasks, or a
 * package of any of its cycles.
 */
export function filesOfPermitSql(permit: string | null): RawBuilder<unknown> {
  return sql`f.deleted_at is null and f.status = 'done' and f.mime_type <> 'folder' and (f.root = ${recordRoot('permits', String(permit))}
    or f.root in (select 'rts/' || r.pid from rts r where r.permit = ${permit} union all select 'tasks/' || k.pid from tasks k where k.permit = ${permit}))`
}

/**
 * Condition on files `f`: they are part of a package, because they belong to it or its permit, or because its
 * checklist names them as files of its permit.
 */
export function filesOfPackageSql({
  pid,
  before: { permit, checklist },
}: Pick<LockedRecord<'rts'>, 'pid' | 'before'>): RawBuilder<unknown> {
  const named = Checklist.catch([])
    .parse(checklist ?? [])
    .flatMap(({ file }) => (file === null ? [] : [file]))
  return sql`(${filesOfRecordSql('rts', pid)}) or (${filesOfRecordSql('permits', String(permit))}) or (f.pid = any(${named}::text[]) and ${filesOfPermitSql(permit)})`
}
