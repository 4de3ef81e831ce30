import { Checklist, collections, foldText, isStaff, maxPermitFiles, recordRoot } from '@portal/contract'
import type { Actor, FileUse, PermitFile, PermitFiles } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { namedRecords } from '#engine/query/named-records.ts'
import type { NamedRecord } from '#engine/query/named-records.ts'
import { read } from '#engine/query/reading.ts'
import { visiblePids } from '#engine/query/visible-pids.ts'
import type { FileDeps } from './deps.ts'
import { notFound } from './file-access.ts'
import { findRecords, listPaths } from './files.queries.ts'
import { readChecklistChanges, documentHistories } from './package-documents.ts'
import { isOpen, listedSql } from './search-files.ts'

/** Maximum number of files read. A permit has dozens; the search filters these. */
const maxRead = 2_000

const Related = z.object({ table: z.enum(['permits', 'rts', 'tasks', 'payments']), pid: z.string() })
type Related = z.infer<typeof Related>

const relatedText = `select 'rts' as "table", pid from rts where permit = $1 and deleted_at is null
  union all select 'tasks', pid from tasks where permit = $1 and deleted_at is null
  union all select 'payments', pid from payments where permit = $1 and deleted_at is null`

/** The permit and its records that the actor may open, by the name of their file root. */
async function openRoots(deps: FileDeps, actor: Actor, permit: string): Promise<Map<string, NamedRecord>> {
  const related: Related[] = [
    { table: 'permits', pid: permit },
    ...(await deps.database.query(relatedText, [permit], Related)),
  ]
  const roots = new Map<string, NamedRecord>()
  for (const [table, some] of Map.groupBy(related, (each) => each.table)) {
    const records = await namedRecords(
      deps,
      actor,
      table,
      some.map(({ pid }) => pid),
    )
    for (const [pid, record] of records) roots.set(recordRoot(table, pid), record)
  }
  return roots
}

const Used = z.object({ file: z.string(), title: z.string() })
type Used = z.infer<typeof Used>

const usedText = {
  CONDITION: `select evidence as file, text as title from conditions where permit = $1 and evidence is not null order by seq`,
  CORRECTION: `select file, text as title from corrections where permit = $1 and file is not null and (for_client or $2::boolean) order by seq`,
}
const newestPackageText = `select pid, checklist from ${collections.rts.table} where permit = $1 and deleted_at is null order by cycle_no desc limit 1`

const documentLabel = ({ permitLibrary }: FileDeps, code: string) =>
  permitLibrary.current.documentTypes.find((documentType) => documentType.code === code)?.label ?? code

/** The documents that files are or were used for on a permit, over all its cycles. */
async function documentUses(deps: FileDeps, permit: string): Promise<[string, FileUse][]> {
  const [pack] = await deps.database.query(
    newestPackageText,
    [permit],
    z.object({ pid: z.string(), checklist: z.unknown() }),
  )
  if (pack === undefined) return []
  const stories = documentHistories(await readChecklistChanges(deps, pack.pid))
  const current = new Map(
    Checklist.catch([])
      .parse(pack.checklist ?? [])
      .map(({ documentType, file }) => [documentType, file]),
  )
  for (const [documentType, file] of current) {
    const files = stories.get(documentType)?.files ?? []
    if (file !== null && !files.includes(file))
      stories.set(documentType, { files: [...files, file], verified: null })
  }
  return [...stories].flatMap(([documentType, { files }]) =>
    files.map((file, index): [string, FileUse] => [
      file,
      {
        kind: 'DOCUMENT',
        title: documentLabel(deps, documentType),
        version: index + 1,
        isCurrent: current.get(documentType) === file,
      },
    ]),
  )
}

/**
 * What each file is used for, by its pid. Clients see only the comments they are asked to answer, and no
 * mail.
 */
async function usesOf(
  deps: FileDeps,
  actor: Actor,
  permit: string,
  files: readonly string[],
): Promise<Map<string, FileUse[]>> {
  const { database } = deps
  const isOffice = isStaff(actor.role)
  const [documents, conditions, corrections, mailed] = await Promise.all([
    documentUses(deps, permit),
    database.query(usedText.CONDITION, [permit], Used),
    database.query(usedText.CORRECTION, [permit, isOffice], Used),
    isOffice
      ? database.query(
          `select pid from files where pid = any($1::text[]) and source = 'mail'`,
          [[...files]],
          z.object({ pid: z.string() }),
        )
      : [],
  ])
  const uses: [string, FileUse][] = [
    ...documents,
    ...conditions.map(({ file, title }): [string, FileUse] => [file, { kind: 'CONDITION', title }]),
    ...corrections.map(({ file, title }): [string, FileUse] => [file, { kind: 'CORRECTION', title }]),
    ...mailed.map(({ pid }): [string, FileUse] => [pid, { kind: 'MAIL' }]),
  ]
  const byFile = Map.groupBy(uses, ([file]) => file)
  return new Map([...byFile].map(([file, each]) => [file, each.map(([, use]) => use)]))
}

/** The text of a file that a search matches. */
const textOf = ({ name, uses, path, record, createdBy }: PermitFile) =>
  foldText(
    [
      name,
      record?.title,
      createdBy?.title,
      ...path.map((folder) => folder.name),
      ...uses.map((use) => (use.kind === 'MAIL' ? 'mail' : use.title)),
    ].join(' '),
  )

/**
 * `GET /api/files/permits/{pid}`: all files of a permit and of its packages, tasks and payments that the
 * actor may see, with what they are used for. The rules are those of the lists: the record and every folder
 * above the file must be open to the actor. Throws 404.
 */
export async function permitFiles(
  deps: FileDeps,
  actor: Actor,
  permit: string,
  searchToken: string,
): Promise<PermitFiles> {
  const { database } = deps
  if (!(await visiblePids(database, actor, 'permits', [permit])).has(permit)) throw notFound()
  const roots = await openRoots(deps, actor, permit)
  const rows = await read(
    deps,
    sql`select f.pid from files f where f.root = any(${[...roots.keys()]}::text[]) and f.mime_type <> 'folder' and ${listedSql(actor)}
      order by f.created_at desc, f.pid desc limit ${maxRead + 1}::bigint`,
    z.object({ pid: z.string() }),
  )
  const folderPaths = await listPaths(
    database,
    rows.map(({ pid }) => pid),
  )
  const open = rows.map(({ pid }) => pid).filter((pid) => isOpen(actor, folderPaths.get(pid) ?? []))
  const [records, uses] = await Promise.all([findRecords(database, open), usesOf(deps, actor, permit, open)])
  const words = foldText(searchToken.toWellFormed().replaceAll('\u0000', '')).split(/\s+/).filter(Boolean)
  const files = open
    .flatMap((pid): PermitFile[] => {
      const file = records.get(pid)
      const path = (folderPaths.get(pid) ?? [])
        .slice(0, -1)
        .map(({ pid: step, name }) => ({ pid: step, name }))
      return file === undefined
        ? []
        : [{ ...file, path, record: roots.get(file.root) ?? null, uses: uses.get(pid) ?? [] }]
    })
    .filter((file) => words.every((word) => textOf(file).includes(word)))
  return {
    success: true,
    message: 'OK',
    files: files.slice(0, maxPermitFiles),
    isMore: files.length > maxPermitFiles || rows.length > maxRead,
  }
}
