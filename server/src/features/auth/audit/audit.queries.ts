import { FieldChange, addDays, startOfDay } from '@portal/contract'
import type { AuditEntry, AuditQuery, LocalDate, TimeZone } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#database/database.ts'

const whereText = `where ($1::text is null or e.kind = $1) and ($2::text is null or e.actor = $2 or e.person = $2)
  and ($3::timestamptz is null or e.at >= $3::timestamptz) and ($4::timestamptz is null or e.at < $4::timestamptz)`

const person = (alias: string) => `case when ${alias}.pid is null then null else json_build_object('pid', ${alias}.pid, 'title', ${alias}.name) end`

const listText = `select e.at, e.kind, ${person('b')} as by, ${person('p')} as person, ${person('r')} as asker, e.address, e.user_agent, e.detail
  from (select * from audit e ${whereText} order by e.at desc, e.id desc limit $5::bigint offset $6::bigint) e
  left join users b on b.pid = e.actor left join users p on p.pid = e.person
  left join access_requests r on r.pid = e.request
  order by e.at desc, e.id desc`

const countText = `select count(*) as count from audit e ${whereText}`

interface AuditRow {
  at: Date
  kind: string
  by: { pid: string; title: string } | null
  person: { pid: string; title: string } | null
  asker: { pid: string; title: string } | null
  address: string | null
  user_agent: string | null
  detail: Record<string, unknown>
}

const ChangesOf = z.object({ changes: z.array(FieldChange) })

/** The history keeps organizations by their pid; people read them by name. */
async function withOrganizations(database: Database, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const changesOf = ({ detail }: AuditEntry) => ChangesOf.safeParse(detail).data?.changes ?? []
  const pids = entries.flatMap((entry) => changesOf(entry).flatMap(({ field, from, to }) => (field === 'org' ? [from, to] : [])))
  if (pids.length === 0) return [...entries]
  const rows = await database.named<{ pid: string; title: string }>('select pid, legal_name as title from orgs where pid = any($1)', [
    pids.filter((pid) => typeof pid === 'string'),
  ])
  const named = (value: unknown) => rows.find(({ pid }) => pid === value) ?? value
  return entries.map((entry) => {
    const changes = changesOf(entry)
    if (changes.length === 0) return entry
    const told = changes.map((change) => (change.field === 'org' ? { ...change, from: named(change.from), to: named(change.to) } : change))
    return { ...entry, detail: { ...entry.detail, changes: told } }
  })
}

/** The moment at which the next day begins; no year follows 9999. */
const endOf = (zone: TimeZone, day: LocalDate) => (day < '9999-12-31' ? startOfDay(zone, addDays(day, 1)) : null)

/** A page of the audit, newest first, and how many lines there are. Days are those of the reader's zone. */
export async function listAudit(database: Database, query: AuditQuery, zone: TimeZone): Promise<{ entries: AuditEntry[]; count: number }> {
  const { kind = null, person: who = null, from = null, to = null, page, pageSize } = query
  const asked = [kind, who, from && startOfDay(zone, from), to && endOf(zone, to)]
  const rows = await database.slow<AuditRow>(listText, [...asked, pageSize, (page - 1) * pageSize])
  const [counted] = await database.slow<{ count: number }>(countText, asked)
  const entries = rows.map(({ at, user_agent: userAgent, ...row }) => ({ ...row, at: at.toISOString(), userAgent }))
  return { entries: await withOrganizations(database, entries), count: counted?.count ?? 0 }
}
