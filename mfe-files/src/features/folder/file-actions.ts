import { createContext, use } from 'react'
import type { FileRecord } from '@portal/contract'

/**
 * What one may begin to do with files of the open folder; questions and dialogs stand in `FileActionDialogs`.
 */
export interface FileActions {
  selected: ReadonlySet<string>
  /** The selection where this one is in it, else this one alone: what an act on it is about. */
  selectedWith: (record: FileRecord) => readonly FileRecord[]
  toggle: (pid: string) => void
  /** Selects all, or none where all are. */
  toggleAll: () => void
  rename: (record: FileRecord) => void
  move: (records: readonly FileRecord[]) => void
  remove: (records: readonly FileRecord[]) => void
  mark: (records: readonly FileRecord[], visibility: FileRecord['visibility']) => void
  copyLink: (record: FileRecord) => void
}

const ActsContext = createContext<FileActions | null>(null)
export const FileActionsProvider = ActsContext.Provider

/** The acts of the folder around a component. Throws outside of one. */
export function useFileActions(): FileActions {
  const acts = use(ActsContext)
  if (acts === null) throw new Error('useFileActions is used outside of a folder')
  return acts
}
