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
 * The location in a file browser: the open folder (null is the top), the previewed file, and how the folder
 * is shown.
 */
export interface FileLocation {
  folder: string | null
  file: string | null
  /** Deleted files are listed instead of the folder. */
  isDeleted: boolean
  sort: FolderSort
  /** The search text; null shows the folder. */
  find: string | null
  /** Searches all folders instead of this one. */
  isEverywhere: boolean
  /** All files of the permit are listed instead of the folder. */
  isAll: boolean
}

/** A file tree on screen: one of the shared folders, or the files of a record. */
export interface FileBrowserContext {
  /** The root's name: `team`, `permits/<pid>`. */
  root: string
  kind: SharedRoot | 'record'
  /** Name of its top folder. */
  title: string
  place: FileLocation
  /** The other query parameters of the address. */
  search: URLSearchParams
  /** Replaces the current address, for a search while the user types. */
  replace: (address: string) => void
  /** The address of another location in this file browser. */
  addressOf: (place: Partial<FileLocation>) => string
  isClient: boolean
  /** The client of the files' record; null when it is unknown or there is none. */
  client: string | null
  /** Whether the viewer may list deleted files. */
  seesDeleted: boolean
  /** Why the viewer may not add files and folders, as text, or null. */
  whyNotAdd: string | null
  /** Whether the viewer may rename, move and mark files. */
  mayChange: boolean
  /** Why the viewer may not delete a file or folder, as text, or null. */
  whyNotDelete: (file: FileRecord) => string | null
  /** Why it cannot be moved, as text, or null. */
  whyNotMove: (file: FileRecord) => string | null
}

const RoomContext = createContext<FileBrowserContext | null>(null)
export const FileBrowserProvider = RoomContext.Provider

/** The surrounding file browser. Throws outside of one. */
export function useFileBrowser(): FileBrowserContext {
  const room = use(RoomContext)
  if (room === null) throw new Error('useFileBrowser is used outside of a file browser')
  return room
}

/** The location in an address. */
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
 * Writes another location into an address. Navigating closes the preview, the search and the deleted files.
 */
function writePlace(search: URLSearchParams, place: FileLocation, changed: Partial<FileLocation>): void {
  // A file opened from the list of all files closes back to that list.
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

/** The file browser of a shared folder's page. */
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

/** The record whose files a file browser shows. */
export interface RecordOfRoom {
  collection: CollectionName
  pid: string
  client: string | null
}

/** The file browser of a record's files, with its location in the address of the open record. */
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

/** The permit whose files a root contains; null for other records and shared folders. */
export function permitOfRoot(root: string): string | null {
  const prefix = rootOfRecord('permits', '')
  return root.startsWith(prefix) ? root.slice(prefix.length) : null
}

/** Whether two names denote the same root. A permit keeps its files when it becomes a processed one. */
export function isSameRoot(one: string, other: string): boolean {
  return (parseFileRoot(one)?.name ?? one) === (parseFileRoot(other)?.name ?? other)
}
