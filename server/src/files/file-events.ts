import { FileVisibility, maxFileEvents, parseFileRoot } from '@portal/contract'
import type { Actor, FileEvent, FileRoot } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { FileDeps } from './deps.ts'
import { canSeeFile, rootAccessError } from './file-access.ts'
import type { VisibilityFields } from './file-access.ts'
import { listPaths } from './files.queries.ts'
import type { PathEntry } from './files.queries.ts'

/** An entry of the file history, as the event stream reads it. */
export interface FileHistory {
  pid: string
  action: string
  version: number
  /** The recorded changes. */
  details: unknown
}

/** The part of an event that depends on the reader. */
type Told = Pick<FileEvent, 'pid' | 'action' | 'version' | 'folders'>

/**
 * History actions that are changes. Reading the restricted folder also leaves entries, but sends no events.
 */
const changing: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'restore'])

const Changes = z.array(z.object({ field: z.string(), from: z.unknown() }))
const Pid = z.string()

/** The folder of a file before a change, and the marks that decided who saw it there. */
interface Before extends VisibilityFields {
  /** A folder's pid, or the name of a root. */
  folder: string
}

const folderOf = ({ parentPid, root }: PathEntry): string => parentPid ?? root

function beforeOf(file: PathEntry, details: unknown): Before {
  const changes = Changes.safeParse(details).data ?? []
  const was = (field: string) => changes.find((change) => change.field === field)
  const [visibility, org] = [was('visibility'), was('org')]
  return {
    folder: Pid.safeParse(was('parentId')?.from).data ?? folderOf(file),
    visibility: FileVisibility.safeParse(visibility?.from).data ?? file.visibility,
    org: org === undefined ? file.org : (Pid.safeParse(org.from).data ?? null),
  }
}

/** Folders as one reader sees them; each root is checked once. */
class OpenFolders {
  readonly #database: Database
  readonly #actor: Actor
  readonly #ways: ReadonlyMap<string, readonly PathEntry[]>
  readonly #roots = new Map<string, Promise<boolean>>()

  constructor(database: Database, actor: Actor, folderPaths: ReadonlyMap<string, readonly PathEntry[]>) {
    this.#database = database
    this.#actor = actor
    this.#ways = folderPaths
  }

  /** Whether the reader sees a file with these marks in that folder. */
  async shows(folder: string, marks: VisibilityFields): Promise<boolean> {
    const folderPath = this.#ways.get(folder) ?? []
    const root = parseFileRoot(folderPath[0]?.root ?? folder)
    if (root === null || !canSeeFile(this.#actor, root, marks)) return false
    if (folderPath.some((step) => step.isDeleted || !canSeeFile(this.#actor, root, step))) return false
    const known = this.#roots.get(root.name) ?? this.#isOpen(root)
    this.#roots.set(root.name, known)
    return known
  }

  async #isOpen(root: FileRoot): Promise<boolean> {
    return (await rootAccessError(this.#database, this.#actor, root)) === null
  }
}

/**
 * The event a reader gets for a change: none, `create`, `update`, or `delete`, by what they saw before and
 * see now.
 */
async function toldTo(
  folders: OpenFolders,
  file: PathEntry,
  { pid, action, version, details }: FileHistory,
): Promise<Told | null> {
  const before = beforeOf(file, details)
  const saw = action !== 'create' && action !== 'restore' && (await folders.shows(before.folder, before))
  const sees = !file.isDeleted && (await folders.shows(folderOf(file), file))
  if (!saw && !sees) return null
  const changed = [...(saw ? [before.folder] : []), ...(sees ? [folderOf(file)] : [])]
  return {
    pid,
    action: !saw ? 'create' : sees ? 'update' : 'delete',
    version,
    folders: [...new Set(changed)],
  }
}

/** Merges many changes in one folder into one `bulk` event without a pid. */
function gathered<Event extends Told>(events: readonly Event[]): Event[] {
  return [...Map.groupBy(events, ({ folders }) => folders.join(' ')).values()].flatMap((list) => {
    const last = list.at(-1)
    return last === undefined || list.length <= maxFileEvents
      ? list
      : [{ ...last, pid: '', action: 'bulk', version: 0 }]
  })
}

/** Paths of all changed files, and of their current and former folders. */
async function waysOf(
  database: Database,
  events: readonly FileHistory[],
): Promise<ReadonlyMap<string, readonly PathEntry[]>> {
  const files = await listPaths(database, [...new Set(events.map(({ pid }) => pid))])
  const asked = events.flatMap(({ pid, details }) => {
    const file = files.get(pid)?.at(-1)
    return file === undefined ? [] : [folderOf(file), beforeOf(file, details).folder]
  })
  const folders = [...new Set(asked)].filter((folder) => parseFileRoot(folder) === null)
  return new Map([...files, ...(await listPaths(database, folders))])
}

/**
 * Which of these changes each reader may see, and as which action. Applies the row rule of the lists to the
 * current and the former folder of a file. Unfinished files are in no list, so they send no events. The paths
 * are queried once for all readers.
 */
export function fileEvents<Event extends FileHistory>(
  { database }: Pick<FileDeps, 'database'>,
  all: readonly Event[],
) {
  const events = all.filter(({ action }) => changing.has(action))
  let folderPaths: Promise<ReadonlyMap<string, readonly PathEntry[]>> | undefined
  return async (actor: Actor): Promise<(Event & Told)[]> => {
    const known = await (folderPaths ??= waysOf(database, events))
    const folders = new OpenFolders(database, actor, known)
    const told = await Promise.all(
      events.map(async (event) => {
        const file = known.get(event.pid)?.at(-1)
        const seen = file?.isDone ? await toldTo(folders, file, event) : null
        return seen === null ? [] : [{ ...event, ...seen }]
      }),
    )
    return gathered(told.flat())
  }
}
