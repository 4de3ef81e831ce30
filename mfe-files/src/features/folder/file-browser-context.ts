import { createContext, use } from 'react'
import {
  collections,
  isAdministrator,
  parseFileRoot,
  recordRoot as rootOfRecord,
  whyRetained,
  whyNotChange,
  whyNotDeleteListed,
  whyNotUpload,
  localizeOnScreen,
} from '@portal/contract'
import type { Actor, CollectionName, FileRecord, Sayable, SharedRoot } from '@portal/contract'
import {
  allParameter,
  deletedParameter,
  everywhereParameter,
  findParameter,
  pageOfRoot,
  sortParameter,
} from '../../paths.ts'
import { t } from '../../texts.ts'
import { sortIn } from './folder-order.ts'
import type { FolderSort } from './folder-order.ts'

/**
 * Where one is in a room: the open folder (null is the top), the file shown over it, and how the folder is
 * shown.
 */
export interface FileLocation {
  folder: string | null
  file: string | null
  /** What was deleted is listed in place of the folder. */
  isDeleted: boolean
  sort: FolderSort
  /** What is looked for; null shows the folder. */
  find: string | null
  /** Look for it in all folders, not in this one alone. */
  isEverywhere: boolean
  /** All files of the permit are listed in place of the folder. */
  isAll: boolean
}

/** A file tree on the screen: one of the shared folders, or the files of a record. */
export interface FileBrowserContext {
  /** The root's name: `team`, `permits/<pid>`. */
  root: string
  kind: SharedRoot | 'record'
  /** What its top folder is called. */
  title: string
  place: FileLocation
  /** What the address says besides. */
  search: URLSearchParams
  /** Goes to an address of this room in place of the one that is open: one searches as one types. */
  replace: (address: string) => void
  /** Address of another place of this room. */
  addressOf: (place: Partial<FileLocation>) => string
  isClient: boolean
  /** The client of the record whose files these are; null where that is not known, or there is none. */
  client: string | null
  /** May the viewer list what was deleted? */
  seesDeleted: boolean
  /** Why the viewer may not add files and folders, in words, or null. */
  whyNotAdd: string | null
  /** May the viewer rename, move and mark? */
  mayChange: boolean
  /** Why the viewer may not delete a file or folder, in words, or null. */
  whyNotDelete: (file: FileRecord) => string | null
  /** Why nobody may move it, in words, or null. */
  whyNotMove: (file: FileRecord) => string | null
}

const RoomContext = createContext<FileBrowserContext | null>(null)
export const FileBrowserProvider = RoomContext.Provider

/** The room around a component. Throws outside of one. */
export function useFileBrowser(): FileBrowserContext {
  const room = use(RoomContext)
  if (room === null) throw new Error('useFileBrowser is used outside of a file browser')
  return room
}

/** The place an address names. */
function parseLocation(search: URLSearchParams): FileLocation {
  return {
    folder: search.get('folder'),
    file: search.get('file'),
    isDeleted: search.get(deletedParameter) === 'true',
    sort: sortIn(search.get(sortParameter)),
    find: search.get(findParameter),
    isEverywhere: search.get(everywhereParameter) === 'true',
    isAll: search.get(allParameter) === 'true',
  }
}

/**
 * Writes another place into an address; a file, a search and the deleted files are left by going elsewhere.
 */
function writePlace(search: URLSearchParams, place: FileLocation, changed: Partial<FileLocation>): void {
  // A file that is opened out of the list of all files is closed into it.
  const isAll = place.isAll && changed.folder === undefined
  const next = {
    ...place,
    file: null,
    isDeleted: false,
    find: isAll ? place.find : null,
    isEverywhere: false,
    isAll,
    ...changed,
  }
  const values = {
    folder: next.folder,
    file: next.file,
    [deletedParameter]: next.isDeleted ? 'true' : null,
    [sortParameter]: next.sort === 'name' ? null : next.sort,
    [findParameter]: next.find === '' ? null : next.find,
    [everywhereParameter]: next.isEverywhere ? 'true' : null,
    [allParameter]: next.isAll ? 'true' : null,
  }
  for (const [key, value] of Object.entries(values)) {
    if (value === null) search.delete(key)
    else search.set(key, value)
  }
}

const inScreenWords = (reason: Sayable | null) => (reason === null ? null : localizeOnScreen(reason))

const rights = (actor: Actor | null) => ({
  isClient: actor?.role === 'client',
  seesDeleted: actor !== null && isAdministrator(actor.role),
  whyNotAdd: actor === null ? t('signedOut') : inScreenWords(whyNotUpload(actor)),
  mayChange: actor !== null && whyNotChange(actor) === null,
  whyNotMove: (file: FileRecord) => inScreenWords(whyRetained(file)),
  whyNotDelete: (file: FileRecord) =>
    actor === null ? t('signedOut') : inScreenWords(whyNotDeleteListed(actor, file, new Date())),
})

/** The room of a shared folder's page. */
export function pageFileBrowser(
  root: SharedRoot,
  search: URLSearchParams,
  actor: Actor | null,
  replace: FileBrowserContext['replace'],
): FileBrowserContext {
  const place = parseLocation(search)
  return {
    root,
    kind: root,
    title: t(root),
    place,
    search,
    replace,
    client: null,
    addressOf: (changed) => {
      const next = new URLSearchParams()
      writePlace(next, place, changed)
      return next.size === 0 ? pageOfRoot[root] : `${pageOfRoot[root]}?${next.toString()}`
    },
    ...rights(actor),
  }
}

/** The record whose files a room shows. */
export interface RecordOfRoom {
  collection: CollectionName
  pid: string
  client: string | null
}

/** The room of a record's files, whose places stand in the address of the open record. */
export function recordFileBrowser(
  { collection, pid, client }: RecordOfRoom,
  address: URL,
  actor: Actor | null,
  replace: FileBrowserContext['replace'],
): FileBrowserContext {
  const place = parseLocation(address.searchParams)
  return {
    root: rootOfRecord(collections[collection].table, pid),
    kind: 'record',
    title: t('files_top'),
    place,
    search: address.searchParams,
    replace,
    client,
    addressOf: (changed) => {
      const next = new URLSearchParams(address.search)
      writePlace(next, place, changed)
      return `${address.pathname}?${next.toString()}`
    },
    ...rights(actor),
  }
}

/** The permit whose files a root holds; null for another record or a shared folder. */
export function permitOfRoot(root: string): string | null {
  const prefix = rootOfRecord('permits', '')
  return root.startsWith(prefix) ? root.slice(prefix.length) : null
}

/** Do two names mean the same root? A permit keeps its files when it becomes a processed one. */
export function isSameRoot(one: string, other: string): boolean {
  return (parseFileRoot(one)?.name ?? one) === (parseFileRoot(other)?.name ?? other)
}
