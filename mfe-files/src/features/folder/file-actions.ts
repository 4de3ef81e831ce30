import { createContext, use } from 'react'
import type { FileRecord } from '@portal/contract'

/** Actions that can be started on files of the open folder; `FileActionDialogs` shows their dialogs. */
export interface FileActions {
  selected: ReadonlySet<string>
  /**
   * The files an action on this one applies to: the selection when it contains this file, otherwise this file
   * alone.
   */
  selectedWith: (record: FileRecord) => readonly FileRecord[]
  toggle: (pid: string) => void
  /** Selects all, or none when all are selected. */
  toggleAll: () => void
  rename: (record: FileRecord) => void
  move: (records: readonly FileRecord[]) => void
  remove: (records: readonly FileRecord[]) => void
  mark: (records: readonly FileRecord[], visibility: FileRecord['visibility']) => void
  copyLink: (record: FileRecord) => void
}

const ActsContext = createContext<FileActions | null>(null)
export const FileActionsProvider = ActsContext.Provider

/** The actions of the surrounding folder. Throws outside of one. */
export function useFileActions(): FileActions {
  const acts = use(ActsContext)
  if (acts === null) throw new Error('useFileActions is used outside of a folder')
  return acts
}
