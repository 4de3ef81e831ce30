import { useState } from 'react'
import type { DragEvent } from 'react'

/** Are files being dragged, and not a text or something of our own? */
const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * Makes an element a place to drop files onto: spread `zone` on it. `isOver` says that files are held over
 * it. What was dropped is handed out within the event, since browsers empty it afterwards. Where it is not
 * open to the viewer a drop does nothing, rather than leaving the page.
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
