import { createContext, use } from 'react'
import {
  collections,
  isAdministrator,
  parseFileRoot,
  recordRoot as rootOfRecord,
  whyKept,
  whyNotChange,
  whyNotDeleteListed,
  whyNotUpload,
} from '@portal/contract'
import type { Actor, CollectionName, FileRecord, SharedRoot } from '@portal/contract'
import { deletedParameter, folderPath } from '../../paths.ts'
import { t } from '../../texts.ts'

/** Where one is in a room: the open folder (null is the top) and the file shown over it. */
export interface RoomPlace {
  folder: string | null
  file: string | null
  /** What was deleted is listed in place of the folder. */
  isDeleted: boolean
}

/** A file tree on the screen: one of the shared folders, or the files of a record. */
export interface Room {
  /** The root's name: `team`, `permits/<pid>`. */
  root: string
  kind: SharedRoot | 'record'
  /** What its top folder is called. */
  title: string
  place: RoomPlace
  /** What the address says besides. */
  search: URLSearchParams
  /** Address of another place of this room. */
  addressOf: (place: Partial<RoomPlace>) => string
  isClient: boolean
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

const RoomContext = createContext<Room | null>(null)
export const RoomProvider = RoomContext.Provider

/** The room around a component. Throws outside of one. */
export function useRoom(): Room {
  const room = use(RoomContext)
  if (room === null) throw new Error('useRoom is used outside of a room')
  return room
}

/** The place an address names by `?folder=` and `?file=`. */
function placeIn(search: URLSearchParams): RoomPlace {
  return { folder: search.get('folder'), file: search.get('file'), isDeleted: search.get(deletedParameter) === 'true' }
}

const rights = (actor: Actor | null) => ({
  isClient: actor?.role === 'client',
  seesDeleted: actor !== null && isAdministrator(actor.role),
  whyNotAdd: actor === null ? t('signedOut') : whyNotUpload(actor),
  mayChange: actor !== null && whyNotChange(actor) === null,
  whyNotMove: whyKept,
  whyNotDelete: (file: FileRecord) => (actor === null ? t('signedOut') : whyNotDeleteListed(actor, file, new Date())),
})

/** The room of a shared folder's page. */
export function pageRoom(root: SharedRoot, search: URLSearchParams, actor: Actor | null): Room {
  const place = placeIn(search)
  return {
    root,
    kind: root,
    title: t(root),
    place,
    search,
    addressOf: (changed) => {
      const { folder, file, isDeleted } = { ...place, file: null, isDeleted: false, ...changed }
      return folderPath(root, folder, file, isDeleted)
    },
    ...rights(actor),
  }
}

/** The room of a record's files, whose places stand in the address of the open record. */
export function recordRoom(collection: CollectionName, pid: string, address: URL, actor: Actor | null): Room {
  const place = placeIn(address.searchParams)
  return {
    root: rootOfRecord(collections[collection].table, pid),
    kind: 'record',
    title: t('files_top'),
    place,
    search: address.searchParams,
    addressOf: (changed) => {
      const { folder, file, isDeleted } = { ...place, file: null, isDeleted: false, ...changed }
      const search = new URLSearchParams(address.search)
      const values = { folder, file, [deletedParameter]: isDeleted ? 'true' : null }
      for (const [key, value] of Object.entries(values)) {
        if (value === null) search.delete(key)
        else search.set(key, value)
      }
      return `${address.pathname}?${search.toString()}`
    },
    ...rights(actor),
  }
}

/** Do two names mean the same root? A permit keeps its files when it becomes a processed one. */
export function isSameRoot(one: string, other: string): boolean {
  return (parseFileRoot(one)?.name ?? one) === (parseFileRoot(other)?.name ?? other)
}
