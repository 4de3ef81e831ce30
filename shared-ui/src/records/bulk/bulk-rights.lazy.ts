import { useEffect, useState } from 'react'
import { prefetchWhenIdle } from '../../feedback/idle-code.ts'
import type { isBarred } from './bulk-rights.ts'

interface BulkRights {
  isBarred: typeof isBarred
}

let loaded: BulkRights | null = null

async function load(): Promise<BulkRights> {
  loaded = await import(/* webpackChunkName: "opened" */ './bulk-rights.ts')
  return loaded
}
prefetchWhenIdle(load)

/**
 * Who may do what with several records, by the machines of the collections. Loaded when `isNeeded`; null
 * until then, and where it cannot be loaded: the server has the last word.
 */
export function useBulkRights(isNeeded: boolean): BulkRights | null {
  const [rights, setRights] = useState(loaded)
  useEffect(() => {
    if (!isNeeded || rights !== null) return undefined
    let isGone = false
    load().then(
      (code) => {
        if (!isGone) setRights(code)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isNeeded, rights])
  return rights
}
