import { useState } from 'react'
import type { DragEvent } from 'react'

/** True if files are dragged, and not text or an element of the page. */
const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * Makes an element a drop zone for files: spread `zone` on it. `isOver` is true while files are dragged over
 * it. `onFiles` is called within the event, since browsers clear the data afterwards. If `isOpen` is false, a
 * drop does nothing, instead of opening the file in the browser.
 */
export function useFileDrop(onFiles: (transfer: DataTransfer) => void, isOpen = true) {
  const [isOver, setOver] = useState(false)
  const zone = {
    onDragEnter: (event: DragEvent) => {
      if (isOpen && hasFiles(event)) setOver(true)
    },
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (isOpen) onFiles(event.dataTransfer)
    },
  }
  return { isOver, zone }
}
