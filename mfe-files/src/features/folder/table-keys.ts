import type { KeyboardEvent } from 'react'
import type { FileActions } from './file-actions.ts'
import type { FileBrowserContext } from './file-browser-context.ts'
import type { StableRow } from './stable-rows.ts'

interface Around {
  rows: readonly StableRow[]
  acts: FileActions
  room: Pick<FileBrowserContext, 'mayChange'>
  /** Focuses the name in a row. */
  focus: (place: number) => void
}

/** Number of rows a page key moves. */
const pageRows = 15

/**
 * Keyboard shortcuts of a folder, disabled inside inputs: arrow keys, page keys, Home and End move through
 * the names, Enter opens (by the link), Space selects, Ctrl A selects all, F2 renames, Delete deletes the
 * selection or the focused file.
 */
export function onTableKey(event: KeyboardEvent<HTMLElement>, { rows, acts, room, focus }: Around): void {
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || event.altKey) return
  const pid = target.closest('th a')?.closest<HTMLElement>('tr[data-pid]')?.dataset['pid']
  const index = rows.findIndex(({ record }) => record.pid === pid)
  const row = rows[index]
  if (row === undefined) return
  const last = rows.length - 1
  const walk: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: Math.min(index + pageRows, last),
    PageUp: Math.max(index - pageRows, 0),
    Home: 0,
    End: last,
  }
  const deeds: Record<string, () => void> = {
    ' ': () => acts.toggle(row.record.pid),
    F2: () => room.mayChange && acts.rename(row.record),
    Delete: () => acts.remove(acts.selectedWith(row.record)),
  }
  const controlled: Record<string, () => void> = { a: acts.toggleAll }
  const to = walk[event.key]
  const walking = to === undefined ? undefined : () => focus(to)
  const deed = row.isGone ? undefined : deeds[event.key]
  const act = event.ctrlKey || event.metaKey ? controlled[event.key] : (walking ?? deed)
  if (act === undefined) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
