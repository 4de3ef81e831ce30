import { Checklist, collections, isDocumentThere, isStaff, parseFileRoot } from '@portal/contract'
import type { Actor, PackageDocuments } from '@portal/contract'
import { z } from 'zod'
import { visiblePids } from '#engine/query/visible-pids.ts'
import type { FileDeps } from './deps.ts'
import { canSeeFile, notFound, rootAccessError } from './file-access.ts'
import { findRecords, listPaths } from './files.queries.ts'

const { table } = collections.rts

/**
 * All versions of the checklists of a permit's packages, oldest first, with their authors. `taken` is the
 * checklist that the first version of a cycle took over from the cycle before.
 */
const checklistChangesSql = `select h.at, h.actor, u.name, c -> 'from' as earlier, c -> 'to' as checklist,
    case when row_number() over (partition by o.pid order by h.id) = 1 then
      (select l.checklist from ${table} l where l.permit = o.permit and l.cycle_no = o.cycle_no - 1 and l.deleted_at is null) end as taken
  from ${table} r join ${table} o on o.permit = r.permit and o.cycle_no <= r.cycle_no join record_history h on h.pid = o.pid
    cross join lateral jsonb_array_elements(case when jsonb_typeof(h.changes) = 'array' then h.changes end) c
    left join users u on u.pid = h.actor
  where r.pid = $1 and c ->> 'field' = 'checklist' and h.action <> 'create' order by h.id`
const checklistSql = `select checklist from ${table} where pid = $1 and deleted_at is null`

/** The history of the checklists of a package and of the cycles before it. */
export const readChecklistChanges = (
  { database }: Pick<FileDeps, 'database'>,
  pack: string,
): Promise<ChecklistChange[]> => database.query(checklistChangesSql, [pack], ChecklistChange)

const ChecklistChange = z.object({
  at: z.date(),
  actor: z.string().nullable(),
  name: z.string().nullable(),
  earlier: z.unknown(),
  checklist: z.unknown(),
  taken: z.unknown(),
})
type ChecklistChange = z.infer<typeof ChecklistChange>

/** The history of one document: its files, and who verified its current state. */
interface DocumentHistory {
  files: string[]
  verified: { at: string; by: { pid: string; title: string } | null } | null
}

const verifiedIn = (checklist: unknown): string[] =>
  Checklist.catch([])
    .parse(checklist ?? [])
    .flatMap(({ documentType, state, file }) => (state === 'VERIFIED' ? [`${documentType} ${file}`] : []))

export function documentHistories(rows: readonly ChecklistChange[]): Map<string, DocumentHistory> {
  const histories = new Map<string, DocumentHistory>()
  for (const { at, actor, name, earlier, checklist, taken } of rows) {
    // A document that was already verified is verified neither by a change of another document nor by opening
    // the next cycle.
    const locked = new Set([...verifiedIn(earlier), ...verifiedIn(taken)])
    for (const item of Checklist.catch([]).parse(checklist)) {
      const history = histories.get(item.documentType) ?? { files: [], verified: null }
      histories.set(item.documentType, history)
      const isOther = item.file !== null && !history.files.includes(item.file)
      if (isOther && item.file !== null) history.files.push(item.file)
      if (item.state !== 'VERIFIED' || !isDocumentThere(item)) history.verified = null
      else if (!locked.has(`${item.documentType} ${item.file}`) && (history.verified === null || isOther))
        history.verified = {
          at: at.toISOString(),
          by: actor === null ? null : { pid: actor, title: name ?? actor },
        }
    }
  }
  return histories
}

/** The files the actor may see, by the row rule of each. */
async function visibleFiles(
  { database }: FileDeps,
  actor: Actor,
  pids: readonly string[],
): Promise<Set<string>> {
  const seen = new Set<string>()
  const refused = new Map<string, boolean>()
  for (const [pid, folderPath] of await listPaths(database, pids)) {
    const root = parseFileRoot(folderPath[0]?.root ?? '')
    if (root === null || folderPath.some((step) => step.isDeleted || !canSeeFile(actor, root, step))) continue
    const isRefused = refused.get(root.name) ?? (await rootAccessError(database, actor, root)) !== null
    refused.set(root.name, isRefused)
    if (!isRefused) seen.add(pid)
  }
  return seen
}

/**
 * `GET /api/files/documents/{pid}`: the documents of a package with their files, the version of each among
 * the files the document had on this permit, and, for staff, who verified it and when, from the history. A
 * file that the actor may not see is left out. Throws 404.
 */
export async function packageDocuments(deps: FileDeps, actor: Actor, pid: string): Promise<PackageDocuments> {
  const { database } = deps
  if (!(await visiblePids(database, actor, 'rts', [pid])).has(pid)) throw notFound()
  const [[row], written] = await Promise.all([
    database.query(checklistSql, [pid], z.object({ checklist: z.unknown() })),
    readChecklistChanges(deps, pid),
  ])
  const checklist = Checklist.catch([]).parse(row?.checklist ?? [])
  const named = checklist.flatMap(({ file }) => (file === null ? [] : [file]))
  const [seen, records] = await Promise.all([visibleFiles(deps, actor, named), findRecords(database, named)])
  const stories = documentHistories(written)
  const documents = checklist.map(({ documentType, state, file }) => {
    const story = stories.get(documentType)
    const record = file !== null && seen.has(file) ? (records.get(file) ?? null) : null
    return {
      documentType,
      file: record,
      version: record === null ? null : Math.max(1, (story?.files.indexOf(record.pid) ?? 0) + 1),
      verified: state === 'VERIFIED' && isStaff(actor.role) ? (story?.verified ?? null) : null,
    }
  })
  return { success: true, message: 'OK', documents }
}
