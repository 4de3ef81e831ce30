import { createContext, use, useState } from 'react'
import type { DragEvent } from 'react'
import type { FileRecord } from '@portal/contract'
import { useFileBrowser } from './file-browser-context.ts'

/** Marks a drag as one of files of this portal, so that nothing else is taken for it. */
const dragType = 'application/x-portal-files'

/** What is being dragged in this window; a browser tells targets its kind alone until it is dropped. */
let dragged: readonly FileRecord[] = []

/**
 * Moves files of the open folder to another one, a folder's pid or the root's name; null where nothing can be
 * dropped.
 */
const MoveContext = createContext<((records: readonly FileRecord[], target: string) => void) | null>(null)
export const MoveProvider = MoveContext.Provider

/** Makes a row something that can be dragged to another folder; `records` is what goes along. */
export function dragSource(records: () => readonly FileRecord[]) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged = records()
      event.dataTransfer.setData(dragType, '')
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragEnd: () => {
      dragged = []
    },
  }
}

/**
 * A folder as a place to drop files of the open folder onto; null is the top. What refuses is put back with
 * its reason. `isOver` says that something that may be dropped is held over it.
 */
export function useMoveTarget(folder: string | null) {
  const { root, place, mayChange } = useFileBrowser()
  const from = place.folder ?? root
  const move = use(MoveContext)
  const [isOver, setOver] = useState(false)
  const target = folder ?? root
  const takes = (event: DragEvent) =>
    move !== null &&
    mayChange &&
    event.dataTransfer.types.includes(dragType) &&
    dragged.length > 0 &&
    target !== from &&
    dragged.every(({ pid }) => pid !== target)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!takes(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      move?.(dragged, target)
    },
  }
}
