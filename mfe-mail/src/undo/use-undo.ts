import { useState } from 'react'

/** The last action, and its undo when there is one. */
export interface Done {
  /** Incremented by each action, so that two equal ones are both reported. */
  number: number
  text: string
  undo: (() => void) | null
}

export interface UndoApi {
  done: Done | null
  tell: (text: string, undo: Done['undo']) => void
  forget: () => void
}

/** The last action of this page, for the bar that shows it. */
export function useUndo(): UndoApi {
  const [done, setDone] = useState<Done | null>(null)
  return {
    done,
    tell: (text, undo) => setDone((before) => ({ number: (before?.number ?? 0) + 1, text, undo })),
    forget: () => setDone(null),
  }
}
