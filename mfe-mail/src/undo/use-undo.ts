import { useState } from 'react'

/** What was just done, and the way back where there is one. */
export interface Done {
  /** Grows with each deed, so that two of the same are told twice. */
  number: number
  text: string
  undo: (() => void) | null
}

export interface UndoApi {
  done: Done | null
  tell: (text: string, undo: Done['undo']) => void
  forget: () => void
}

/** The last deed of this page, for one bar that tells it. */
export function useUndo(): UndoApi {
  const [done, setDone] = useState<Done | null>(null)
  return {
    done,
    tell: (text, undo) => setDone((before) => ({ number: (before?.number ?? 0) + 1, text, undo })),
    forget: () => setDone(null),
  }
}
