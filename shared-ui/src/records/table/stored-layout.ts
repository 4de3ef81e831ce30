import { useState } from 'react'
import { SavedView } from '@portal/contract'

/** What this browser remembers of a table: columns and their widths in px. */
const StoredLayout = SavedView.pick({ hide: true, order: true, widths: true })
export type StoredLayout = Pick<SavedView, 'hide' | 'order' | 'widths'>

/** Kept here where the browser keeps nothing for us; it then lasts as long as the page. */
const unkept = new Map<string, StoredLayout>()

function read(key: string): StoredLayout {
  try {
    return StoredLayout.parse(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return unkept.get(key) ?? {}
  }
}

function write(key: string, layout: StoredLayout): void {
  try {
    localStorage.setItem(key, JSON.stringify(layout))
  } catch {
    unkept.set(key, layout)
  }
}

/** The remembered layout of a page's table, apart for each of its saved views, and how to change it. */
export function useStoredLayout(path: string, view: string | null): [StoredLayout, (change: Partial<StoredLayout>) => void] {
  const key = `portal.table:${path}:${view ?? ''}`
  const [, setWrites] = useState(0)
  const layout = read(key)
  const change = (changed: Partial<StoredLayout>) => {
    write(key, { ...read(key), ...changed })
    setWrites((writes) => writes + 1)
  }
  return [layout, change]
}
