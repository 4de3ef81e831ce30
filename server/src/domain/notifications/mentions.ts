import {
  MentionableQuery,
  Refusal,
  invalid,
  isStaff,
  maxMentions,
  phrase,
  refusalOf,
  toRole,
  verbatim,
  whyNotNote,
} from '@portal/contract'
import type { Actor, Declaration, Mentionable, NoteVisibility, Reference } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { folded } from '#platform/database/fold-text.ts'
import { openRecord } from '#engine/query/open-record.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import type { OpenRecord } from '#engine/write/write-context.ts'
import { peopleWithAccess } from './people-with-access.ts'

/** How many people are offered at once. */
const maxOffered = 8
/** How many people with a fitting name are looked at. Most of them may read the record. */
const maxLookedAt = 40

const PersonRow = z.object({
  pid: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  org: z.string().nullable(),
  hint: z.string(),
})

/** Fields of a record that name the organization whose people read it. */
const organizationColumns = ['org', 'assigned_org', 'recipient_org']

/**
 * Condition on users `u`: the actor may address the person in such a note. Staff address staff, and the
 * record's client in a shared note; clients address the people of their organization.
 */
function addressableSql(actor: Actor, { row }: OpenRecord, visibility: NoteVisibility): RawBuilder<unknown> {
  const isClient = sql`lower(trim(u.role)) = 'client'`
  if (!isStaff(actor.role)) return sql`${isClient} and u.org = ${actor.org}::text`
  const isOffice = sql`lower(trim(u.role)) in ('superadmin', 'admin', 'team')`
  if (visibility === 'INTERNAL') return isOffice
  const organizations = organizationColumns
    .map((column) => row[column])
    .filter((value) => typeof value === 'string')
  return sql`(${isOffice} or (${isClient} and u.org = any(${organizations}::text[])))`
}

/** People that fit the condition and may read the record, by name. */
async function findPeople(
  deps: RecordDeps,
  actor: Actor,
  record: OpenRecord,
  condition: RawBuilder<unknown>,
): Promise<z.infer<typeof PersonRow>[]> {
  const rows = await read(
    deps,
    sql`select u.pid, u.name, u.role, u.org, coalesce(nullif(case when u.org is null then u.title else o.legal_name end, ''), u.email, '') as hint
      from users u left join orgs o on o.pid = u.org
      where u.deleted_at is null and u.status = 'ACTIVE' and ${condition} order by ${folded(sql`u.name`)}, u.pid limit ${maxLookedAt}::int`,
    PersonRow,
  )
  const people = rows.flatMap((row) => {
    const role = toRole(row.role)
    return role === null ? [] : [{ ...row, role }]
  })
  const finds = async (statement: RawBuilder<unknown>) =>
    (await read(deps, statement, z.unknown())).length > 0
  const target = { collection: record.declaration.name, pid: record.pid }
  return peopleWithAccess(finds, target, people, todayOf(deps, actor))
}

/**
 * Their names by pid, for the text of the note. Throws 400 naming the first person who may not read the note
 * or does not exist.
 */
export async function namesOfMentioned(
  deps: RecordDeps,
  actor: Actor,
  record: OpenRecord,
  { people, visibility }: { people: readonly Reference[]; visibility: NoteVisibility },
): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map()
  if (people.length > maxMentions)
    throw invalid(
      'content',
      'too-many',
      phrase('content: at most {{max}} people can be mentioned in a note', { max: maxMentions }),
    )
  const pids = people.map(({ pid }) => pid)
  const condition = sql`u.pid = any(${pids}::text[]) and (u.pid = ${actor.pid} or ${addressableSql(actor, record, visibility)})`
  const found = await findPeople(deps, actor, record, condition)
  const names = new Map(found.map(({ pid, name }) => [pid, name]))
  const missing = people.find(({ pid }) => !names.has(pid))
  if (missing !== undefined)
    throw invalid(
      'content',
      'not-readable',
      phrase('{{name}} can’t read this note. Remove the mention.', { name: verbatim(missing.title) }),
    )
  return names
}

/**
 * `GET /{collection}/{pid}/mentionable`: people whom the actor may mention in a note of this visibility.
 * Throws 403 for who may not write notes, 404 for a record the actor may not see, 400 for a malformed query.
 */
export async function listMentionable(
  deps: RecordDeps,
  actor: Actor,
  { declaration, pid, query }: { declaration: Declaration; pid: string; query: unknown },
): Promise<Mentionable> {
  const why = whyNotNote(actor)
  if (why !== null) throw new Refusal('forbidden', why)
  const record = await openRecord(deps, actor, declaration, pid)
  const parsed = MentionableQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { searchToken, visibility } = parsed.data
  const words = searchToken.trim().split(/\s+/).filter(Boolean)
  // A space before name and word: a word of the name begins with it.
  const fits = words.map(
    (word) => sql`strpos(${folded(sql`' ' || u.name`)}, ${folded(sql`${` ${word}`}::text`)}) > 0`,
  )
  const condition = sql.join(
    [sql`u.pid <> ${actor.pid}`, addressableSql(actor, record, visibility), ...fits],
    sql` and `,
  )
  const people = await findPeople(deps, actor, record, condition)
  return {
    people: people
      .slice(0, maxOffered)
      .map(({ pid: person, name, hint }) => ({ pid: person, title: name, hint })),
  }
}
