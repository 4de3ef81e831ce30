import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { GridRowId } from '../../facades/table.ts'
import type { Selection } from '../page/selection.tsx'
import { checkColumn } from './grid-columns.tsx'

/** Shift and an arrow key change the width of a column by this many px. */
const widthStepPx = 16

/** The key event of a cell. The grid ignores an event with `defaultMuiPrevented`. */
export type CellKeyEvent = KeyboardEvent & { defaultMuiPrevented?: boolean }

export interface GridKeysOptions {
  /** Pids of the page's records, in order. */
  pids: readonly string[]
  /** Selected pids, on this page or on others. */
  selected: readonly string[]
  selection: Pick<Selection, 'select'>
  openLine: (id: GridRowId) => void
  /** Edits a record's field in its cell. */
  edit: (pid: string, field: string) => void
  /** Opens the menu of transitions of a record at the cell that has the focus. */
  steps: (pid: string, cell: HTMLElement) => void
  sort: (field: string, isAdded: boolean) => void
  /** Changes the width of a column; `byPx` is negative to make it narrower. */
  widen: (field: string, byPx: number) => void
}

/** The records from `from` to `to`, both included; `to` alone if `from` is not on the page. */
export function rangeBetween(pids: readonly string[], from: string | null, to: string): string[] {
  const ends = [pids.indexOf(from ?? to), pids.indexOf(to)].toSorted((a, b) => a - b)
  const [start = -1, end = -1] = ends
  return start === -1 ? [to] : pids.slice(start, end + 1)
}

const headerAt = (target: EventTarget) =>
  target instanceof Element ? target.closest('[role=columnheader]')?.getAttribute('data-field') : null

/** The keys of a table except the arrow keys, which the grid handles. Source: look.md 9. */
export function useGridKeys({
  pids,
  selected,
  selection,
  openLine,
  edit,
  steps,
  sort,
  widen,
}: GridKeysOptions) {
  /** The record that was selected last by keyboard. Shift and Space select the range from it. */
  const anchor = useRef<string | null>(null)

  const onSpace = (pid: string, isRange: boolean) => {
    if (!pids.includes(pid)) return
    if (isRange) selection.select(new Set([...selected, ...rangeBetween(pids, anchor.current, pid)]))
    else
      selection.select(selected.includes(pid) ? selected.filter((each) => each !== pid) : [...selected, pid])
    anchor.current = pid
  }
  return {
    onCellKey: (id: GridRowId, field: string, event: CellKeyEvent) => {
      if (event.key === 'Enter') {
        event.preventDefault()
        openLine(id)
      }
      if (event.key === 'e' && !event.ctrlKey && !event.metaKey && !event.altKey && field !== checkColumn) {
        event.preventDefault()
        edit(String(id), field)
      }
      if (
        event.key === 's' &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        pids.includes(String(id)) &&
        event.target instanceof HTMLElement
      ) {
        event.preventDefault()
        steps(String(id), event.target)
      }
      if (event.key === ' ' && (event.shiftKey || field !== checkColumn)) {
        event.preventDefault()
        event.defaultMuiPrevented = true
        onSpace(String(id), event.shiftKey)
      }
    },
    /** Runs in the capture phase, before the handler of the grid. */
    onHeaderKey: (event: KeyboardEvent) => {
      const field = headerAt(event.target)
      if (typeof field !== 'string' || field === checkColumn) return
      const step = event.shiftKey
        ? { ArrowRight: widthStepPx, ArrowLeft: -widthStepPx }[event.key]
        : undefined
      if (step !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        widen(field, step)
      }
      if (event.key === 'Enter') sort(field, event.shiftKey)
    },
  }
}
