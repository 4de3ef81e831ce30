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

/**
 * The remembered layout of a page's table, apart for each of its saved views, and how to change and forget
 * it.
 */
export function useStoredLayout(
  path: string,
  view: string | null,
): { stored: StoredLayout; remember: (change: Partial<StoredLayout>) => void; forget: () => void } {
  const key = `portal.table:${path}:${view ?? ''}`
  const [, setWrites] = useState(0)
  const keep = (layout: StoredLayout) => {
    write(key, layout)
    setWrites((writes) => writes + 1)
  }
  return {
    stored: read(key),
    remember: (change) => keep({ ...read(key), ...change }),
    forget: () => keep({}),
  }
}
