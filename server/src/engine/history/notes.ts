import {
  NoteVisibility,
  NewNote,
  NotePatch,
  Refusal,
  isAdministrator,
  isStaff,
  mentionsIn,
  refusalOf,
  whyNotNote,
  withNames,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { instantSql, mergedIntoSql, personSql } from '../sql/field-sql.ts'
import { isPlausiblePid } from '../query/get-record.ts'
import { internalNote, mergeAction } from './history-actions.ts'
import { requireUnmergedRow } from '../query/merged-record.ts'
import { openRecord } from '../query/open-record.ts'
import type { OpenRecord } from '../write/write-context.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { engineHooks } from '../modules/collection-module.ts'
import { inTransaction, run } from '../write/writing.ts'

const StoredNote = z.object({
  pid: z.string(),
  content: z.string(),
  visibility: NoteVisibility,
  author: z.string().nullable(),
})
type StoredNote = z.infer<typeof StoredNote>

/**
 * When the client's organization became the owner of the record; earlier notes were meant for another
 * organization. Null if the history has no such entry. A merge changes no owner: what an organization owned
 * that is merged now, it owned for the surviving one.
 */
export function ownedSinceSql(actor: Actor, pid: string, column: 'id' | 'at'): RawBuilder<unknown> {
  return sql`(select max(o.${sql.raw(column)}) from record_history o, jsonb_array_elements(o.changes) c
    where o.pid = ${pid} and o.action <> ${mergeAction} and c.value->>'field' = 'org'
      and (c.value->>'to' = ${actor.org} or c.value->>'to' in (${mergedIntoSql(sql`${actor.org}`)})))`
}

/**
 * Condition on notes `n`: the actor may read them. Clients read notes marked for clients, from the time since
 * their organization owns the record.
 */
export function readableNotesSql(actor: Actor, pid: string): RawBuilder<unknown> {
  const ofRecord = sql`n.record_pid = ${pid} and n.deleted_at is null`
  if (isStaff(actor.role)) return ofRecord
  return sql`${ofRecord} and n.visibility = 'CLIENT' and n.created_at >= coalesce(${ownedSinceSql(actor, pid, 'at')}, '-infinity'::timestamptz)`
}

async function notesJson(deps: RecordDeps, actor: Actor, { pid }: OpenRecord): Promise<string> {
  const author = sql.raw(personSql('n.author', actor.role === 'client'))
  const [created, updated] = [sql.raw(instantSql('n.created_at')), sql.raw(instantSql('n.updated_at'))]
  const rows = await read(
    deps,
    sql`select json_build_object('pid', n.pid, 'content', n.content, 'visibility', n.visibility, 'author', ${author},
        'createdAt', ${created}, 'updatedAt', ${updated})::text as line
      from (select ${actor.org}::text as org) viewer, notes n where ${readableNotesSql(actor, pid)} order by n.created_at, n.seq`,
    z.object({ line: z.string() }),
  )
  return `{"notes":[${rows.map(({ line }) => line).join(',')}]}`
}

/**
 * `GET /{collection}/{pid}/notes` as JSON text, oldest first. Throws 403 for a closed collection, 404 for a
 * record the actor may not see.
 */
export async function listNotes(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<string> {
  return notesJson(deps, actor, await openRecord(deps, actor, declaration, pid))
}

/** Throws 403 for a client with the viewer position. */
function requireWriter(actor: Actor): void {
  const why = whyNotNote(actor)
  if (why !== null) throw new Refusal('forbidden', why)
}

/** Notes of clients are always visible to both sides. */
function visibilityFor(
  actor: Actor,
  wanted: NoteVisibility | undefined,
  otherwise: NoteVisibility,
): NoteVisibility {
  return isStaff(actor.role) ? (wanted ?? otherwise) : 'CLIENT'
}

/** The history entry of a note: internal if the note is or was internal. */
function noteHistorySql(
  deps: RecordDeps,
  actor: Actor,
  record: OpenRecord,
  {
    note,
    from,
    to,
    visibilities,
  }: { note: string; from: string | null; to: string | null; visibilities: readonly NoteVisibility[] },
): RawBuilder<unknown> {
  const action = visibilities.includes('INTERNAL') ? internalNote : 'note'
  return insertHistorySql({
    at: deps.clock.now(),
    collection: record.declaration.name,
    pid: record.pid,
    action,
    version: record.version,
    actor: actor.pid,
    changes: sql`${JSON.stringify([{ field: 'note', from, to, note }])}`,
  })
}

/**
 * `POST /{collection}/{pid}/notes`: writes a note with its history entry, alerts the other side if both can
 * read it, and returns the record's notes.
 */
export async function createNote(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  body: unknown,
): Promise<string> {
  requireWriter(actor)
  const record = await openRecord(deps, actor, declaration, pid)
  requireUnmergedRow(record.declaration, record.row)
  const parsed = NewNote.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const visibility = visibilityFor(actor, parsed.data.visibility, 'INTERNAL')
  const people = mentionsIn(parsed.data.content)
  const names = await engineHooks().namesOfMentioned(deps, actor, record, { people, visibility })
  const content = withNames(parsed.data.content, names)
  const mentioned = [...names.keys()]
  const [note, now] = [deps.ids.pid(), deps.clock.now()]
  await inTransaction(deps, async (trx) => {
    await run(
      deps.database,
      trx,
      sql`with made as (insert into notes (pid, collection, record_pid, content, visibility, mentions, author, created_at, updated_at)
          values (${note}, ${record.declaration.name}, ${pid}, ${content}, ${visibility}, ${mentioned}::text[], ${actor.pid}, ${now}::timestamptz, ${now}::timestamptz))
        ${noteHistorySql(deps, actor, record, { note, from: null, to: content, visibilities: [visibility] })}`,
    )
    const context = { deps, trx, actor, now, today: todayOf(deps, actor) }
    await engineHooks().afterNote(context, record, { isShared: visibility === 'CLIENT', mentioned })
  })
  deps.writes.notify()
  return notesJson(deps, actor, record)
}

function noSuchNote(notePid: string): Refusal {
  return new Refusal(
    'not-found',
    phrase('Note {{notePid}} not found on this record.', { notePid: notePid.slice(0, 64) }),
  )
}

const notTheAuthor = () => new Refusal('forbidden', 'Only the author can change a note.')

const storedNoteSql = (actor: Actor, record: string, note: string) =>
  sql`select n.pid, n.content, n.visibility, n.author from notes n where n.pid = ${note} and ${readableNotesSql(actor, record)}`

/** What a note becomes, and the people it newly mentions. */
interface ChangedNote {
  content: string
  visibility: NoteVisibility
  mentioned: readonly string[]
}

interface NoteWrite {
  deps: RecordDeps
  actor: Actor
  record: OpenRecord
  notePid: string
}

/**
 * Locks a note, checks that the actor may change it, and writes the result of `change`; null deletes the
 * note.
 */
async function writeNote(
  { deps, actor, record, notePid }: NoteWrite,
  mayWrite: (note: StoredNote) => boolean,
  change: (note: StoredNote) => ChangedNote | null,
): Promise<void> {
  if (!isPlausiblePid(notePid)) throw noSuchNote(notePid)
  await inTransaction(deps, async (trx) => {
    const [note] = await run(
      deps.database,
      trx,
      sql`${storedNoteSql(actor, record.pid, notePid)} for update`,
      StoredNote,
    )
    if (note === undefined) throw noSuchNote(notePid)
    if (!mayWrite(note)) throw notTheAuthor()
    const changed = change(note)
    const at = deps.clock.now()
    const now = sql`${at}::timestamptz`
    const set =
      changed === null
        ? sql`deleted_at = ${now}, deleted_by = ${actor.pid}`
        : sql`content = ${changed.content}, visibility = ${changed.visibility}, updated_at = ${now},
            mentions = ${mentionsIn(changed.content).map(({ pid }) => pid)}::text[]`
    const visibilities = changed === null ? [note.visibility] : [note.visibility, changed.visibility]
    const written = { note: note.pid, from: note.content, to: changed?.content ?? null, visibilities }
    await run(
      deps.database,
      trx,
      sql`with saved as (update notes set ${set}, version = version + 1 where pid = ${notePid}) ${noteHistorySql(deps, actor, record, written)}`,
    )
    if (changed === null) return
    const isShared = note.visibility === 'INTERNAL' && changed.visibility === 'CLIENT'
    const context = { deps, trx, actor, now: at, today: todayOf(deps, actor) }
    await engineHooks().afterNote(context, record, { isShared, mentioned: changed.mentioned })
  })
  deps.writes.notify()
}

/**
 * `PATCH /{collection}/{pid}/notes/{notePid}`, for the author only. Throws 403 for others, 404 for a note
 * the actor may not see, 400 naming the field.
 */
export async function patchNote(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  notePid: string,
  body: unknown,
): Promise<string> {
  requireWriter(actor)
  const record = await openRecord(deps, actor, declaration, pid)
  requireUnmergedRow(record.declaration, record.row)
  const isAuthor = (note: StoredNote) => note.author === actor.pid
  const [stored] = isPlausiblePid(notePid)
    ? await read(deps, storedNoteSql(actor, record.pid, notePid), StoredNote)
    : []
  if (stored === undefined) throw noSuchNote(notePid)
  if (!isAuthor(stored)) throw notTheAuthor()
  const parsed = NotePatch.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const visibility = visibilityFor(actor, parsed.data.visibility, stored.visibility)
  const before = new Set(mentionsIn(stored.content).map(({ pid: person }) => person))
  // People whom the note mentioned before are not checked again: they may have left since.
  const people = mentionsIn(parsed.data.content ?? '').filter(({ pid: person }) => !before.has(person))
  const names = await engineHooks().namesOfMentioned(deps, actor, record, { people, visibility })
  await writeNote({ deps, actor, record, notePid }, isAuthor, (note) => ({
    content: parsed.data.content === undefined ? note.content : withNames(parsed.data.content, names),
    visibility: visibilityFor(actor, parsed.data.visibility, note.visibility),
    mentioned: [...names.keys()],
  }))
  return notesJson(deps, actor, record)
}

/**
 * `DELETE /{collection}/{pid}/notes/{notePid}`, for the author or an administrator; throws as a patch does.
 */
export async function deleteNote(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  notePid: string,
): Promise<string> {
  requireWriter(actor)
  const record = await openRecord(deps, actor, declaration, pid)
  requireUnmergedRow(record.declaration, record.row)
  const mayDelete = (note: StoredNote) => note.author === actor.pid || isAdministrator(actor.role)
  await writeNote({ deps, actor, record, notePid }, mayDelete, () => null)
  return notesJson(deps, actor, record)
}
