import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { insertHistorySql } from '#platform/database/insert-history.ts'

/** The history entries of messages that the portal creates, one for each row of `made`. */
export function createdSql(collection: 'alerts' | 'notifications', at: Date): RawBuilder<unknown> {
  return insertHistorySql({
    at,
    collection,
    pid: sql.raw('made.pid'),
    action: 'create',
    version: 1,
    actor: null,
    from: sql.raw('from made'),
  })
}

/** The history entries of alerts that were marked as read, one for each row of `ended`. */
export function readSql(at: Date, actor: string | null): RawBuilder<unknown> {
  return insertHistorySql({
    at,
    collection: 'alerts',
    pid: sql.raw('ended.pid'),
    action: 'update',
    version: sql.raw('ended.version'),
    actor,
    changes: [{ field: 'isRead', from: false, to: true }],
    from: sql.raw('from ended'),
  })
}
