import { createContext, use, useState } from 'react'
import type { DragEvent } from 'react'
import type { FileRecord } from '@portal/contract'
import { useFileBrowser } from './file-browser-context.ts'

/** Marks a drag as files of this portal, so that other drags are ignored. */
const dragType = 'application/x-portal-files'

/** The files being dragged in this window. Browsers reveal only the type to drop targets until the drop. */
let dragged: readonly FileRecord[] = []

/**
 * Moves files of the open folder to another one: a folder's pid or the root's name. Null where dropping is
 * not possible.
 */
const MoveContext = createContext<((records: readonly FileRecord[], target: string) => void) | null>(null)
export const MoveProvider = MoveContext.Provider

/** Makes a row draggable to another folder; `records` returns the dragged files. */
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
 * A folder as a drop target for files of the open folder; null is the top. Refused files are put back with
 * the reason. `isOver` is true while droppable files are held over it.
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
