import type { KeyboardEvent } from 'react'
import type { FileRecord } from '@portal/contract'
import type { Acts } from './acts.ts'
import type { Room } from './room.ts'

interface Around {
  records: readonly FileRecord[]
  acts: Acts
  room: Pick<Room, 'mayChange'>
}

const linksOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('tr[data-pid] th a')]

/**
 * Keys of a folder, off inside inputs: arrows, Home and End walk through the names, Enter opens (the link's own), Space selects,
 * Ctrl A selects all, F2 renames, Delete deletes the selection or else the file one stands on.
 */
export function onTableKey(event: KeyboardEvent<HTMLElement>, { records, acts, room }: Around): void {
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || event.altKey) return
  const link = target.closest<HTMLElement>('tr[data-pid] th a')
  if (link === null) return
  const links = linksOf(currentTarget)
  const place = links.indexOf(link)
  const record = records.find(({ pid }) => pid === link.closest('tr')?.dataset['pid'])
  if (record === undefined) return
  const isControlled = event.ctrlKey || event.metaKey
  const plain: Record<string, () => void> = {
    ArrowDown: () => links[place + 1]?.focus(),
    ArrowUp: () => links[place - 1]?.focus(),
    Home: () => links[0]?.focus(),
    End: () => links.at(-1)?.focus(),
    ' ': () => acts.toggle(record.pid),
    F2: () => room.mayChange && acts.rename(record),
    Delete: () => acts.remove(acts.selected.has(record.pid) ? records.filter(({ pid }) => acts.selected.has(pid)) : [record]),
  }
  const act = isControlled ? (event.key === 'a' ? acts.toggleAll : undefined) : plain[event.key]
  if (act === undefined) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
