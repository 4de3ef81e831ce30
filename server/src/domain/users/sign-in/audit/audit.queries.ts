import { FieldChange, addDays, startOfDay } from '@portal/contract'
import type { AuditEntry, AuditNarrowing, AuditQuery, LocalDate, Say, TimeZone } from '@portal/contract'
import { z } from 'zod'
import { readStoredText } from '#platform/language/stored-message.ts'
import type { Database } from '#platform/database/database.ts'
import { internalNote } from '#engine/history/history-actions.ts'

const whereText = `where ($1::text is null or e.kind = $1) and ($2::text is null or e.actor = $2 or e.person = $2)
  and ($3::timestamptz is null or e.at >= $3::timestamptz) and ($4::timestamptz is null or e.at < $4::timestamptz)`

const person = (alias: string) =>
  `case when ${alias}.pid is null then null else json_build_object('pid', ${alias}.pid, 'title', ${alias}.name) end`

const withPeople = (
  lines: string,
) => `select e.id, e.at, e.kind, ${person('b')} as by, ${person('p')} as person, ${person('r')} as asker, e.address, e.user_agent, e.detail
  from (${lines}) e
  left join users b on b.pid = e.actor left join users p on p.pid = e.person
  left join access_requests r on r.pid = e.request
  order by e.at desc, e.id desc`

/**
 * Permit changes from the history, in the shape of audit entries. Lists the changed fields without their
 * values, because some are masked. Drafts are left out: a client's draft is private to its organization.
 */
const permitChanges = `(select h.id, h.at, 'permit-changed'::text as kind, h.actor, null::text as person, null::text as request,
    null::text as address, null::text as user_agent,
    jsonb_build_object('action', case h.action when '${internalNote}' then 'note' else h.action end, 'permit', h.pid, 'name', t.ref_no,
      'fields', (select coalesce(jsonb_agg(c->>'field'), '[]'::jsonb) from jsonb_array_elements(h.changes) c)) as detail
  from record_history h join permits t on t.pid = h.pid and t.status <> 'DRAFT' where h.collection = 'permits' and h.action <> 'read')`

const listText = (source: string) =>
  withPeople(
    `select * from ${source} e ${whereText} order by e.at desc, e.id desc limit $5::bigint offset $6::bigint`,
  )

/**
 * Entries after a given entry. Keyset paging, so entries written meanwhile are neither repeated nor skipped.
 */
const followingText = (source: string) =>
  withPeople(`select * from ${source} e ${whereText}
    and ($5::bigint is null or (e.at, e.id) < (select last.at, last.id from ${source} last where last.id = $5))
  order by e.at desc, e.id desc limit $6::bigint`)

const countText = (source: string) => `select count(*) as count from ${source} e ${whereText}`

/**
 * Permits change too often to be written to the audit chain as well. A search for permit changes reads the
 * history instead.
 */
const sourceOf = ({ kind }: AuditNarrowing) => (kind === 'permit-changed' ? permitChanges : 'audit')

const AuditRow = z.object({
  id: z.number(),
  at: z.date(),
  kind: z.string(),
  by: z.object({ pid: z.string(), title: z.string() }).nullable(),
  person: z.object({ pid: z.string(), title: z.string() }).nullable(),
  asker: z.object({ pid: z.string(), title: z.string() }).nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
type AuditRow = z.infer<typeof AuditRow>

/** An entry with the stored messages of its details in the language of the reader. */
export function withMessages(entry: AuditEntry, say: Say): AuditEntry {
  const detail = Object.entries(entry.detail).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? readStoredText(value, say) : value,
  ])
  return { ...entry, detail: Object.fromEntries(detail) }
}

const ChangesOf = z.object({ changes: z.array(FieldChange) })

/** The history stores the pid of an organization; readers need its name. */
async function withOrganizations(database: Database, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const changesOf = ({ detail }: AuditEntry) => ChangesOf.safeParse(detail).data?.changes ?? []
  const pids = entries.flatMap((entry) =>
    changesOf(entry).flatMap(({ field, from, to }) => (field === 'org' ? [from, to] : [])),
  )
  if (pids.length === 0) return [...entries]
  const rows = await database.query(
    'select pid, legal_name as title from orgs where pid = any($1)',
    [pids.filter((pid) => typeof pid === 'string')],
    z.object({ pid: z.string(), title: z.string() }),
  )
  const named = (value: unknown) => rows.find(({ pid }) => pid === value) ?? value
  return entries.map((entry) => {
    const changes = changesOf(entry)
    if (changes.length === 0) return entry
    const told = changes.map((change) =>
      change.field === 'org' ? { ...change, from: named(change.from), to: named(change.to) } : change,
    )
    return { ...entry, detail: { ...entry.detail, changes: told } }
  })
}

/** Start of the next day. The year 9999 is the last one. */
const endOf = (zone: TimeZone, day: LocalDate) =>
  day < '9999-12-31' ? startOfDay(zone, addDays(day, 1)) : null

const askedOf = ({ kind, person: who, from, to }: AuditNarrowing, zone: TimeZone) => [
  kind ?? null,
  who ?? null,
  from === undefined ? null : startOfDay(zone, from),
  to === undefined ? null : endOf(zone, to),
]

const toEntry = ({
  at,
  kind,
  by,
  person: who,
  asker,
  address,
  user_agent: userAgent,
  detail,
}: AuditRow): AuditEntry => {
  return { at: at.toISOString(), kind, by, person: who, asker, address, userAgent, detail }
}

/** Number of entries. Days are in the reader's time zone. */
export async function countAudit(
  database: Database,
  narrowing: AuditNarrowing,
  zone: TimeZone,
): Promise<number> {
  const [counted] = await database.slowQuery(
    countText(sourceOf(narrowing)),
    askedOf(narrowing, zone),
    z.object({ count: z.number() }),
  )
  return counted?.count ?? 0
}

/** One page of the audit, newest first, and the total. Days are in the reader's time zone. */
export async function listAudit(
  database: Database,
  query: AuditQuery,
  zone: TimeZone,
): Promise<{ entries: AuditEntry[]; count: number }> {
  const { page, pageSize } = query
  const asked = askedOf(query, zone)
  const rows = await database.slowQuery(
    listText(sourceOf(query)),
    [...asked, pageSize, (page - 1) * pageSize],
    AuditRow,
  )
  return {
    entries: await withOrganizations(database, rows.map(toEntry)),
    count: await countAudit(database, query, zone),
  }
}

const linesAtOnce = 1_000

/** All entries, newest first, in parts. Each part is read when the consumer asks for it. */
export async function* auditParts(
  database: Database,
  narrowing: AuditNarrowing,
  zone: TimeZone,
): AsyncGenerator<AuditEntry[]> {
  const asked = askedOf(narrowing, zone)
  let last: number | null = null
  for (;;) {
    const rows: AuditRow[] = await database.slowQuery(
      followingText(sourceOf(narrowing)),
      [...asked, last, linesAtOnce],
      AuditRow,
    )
    if (rows.length > 0) yield await withOrganizations(database, rows.map(toEntry))
    last = rows.at(-1)?.id ?? null
    if (rows.length < linesAtOnce) return
  }
}
