import { useAtomValue, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import type { Declaration } from '@portal/contract'
import { presenceAtom, streamConnectionsAtom } from './presence.state.ts'
import { PresenceReporter } from './presence-reporter.ts'

/** Without a stream nobody could be told, so nothing is reported. */
const hasStream = () => 'EventSource' in globalThis

/**
 * Reports that a record is open in this tab, and which field has unsaved input, to the others at it. Ends
 * when the record is closed.
 */
export function usePresence({ name }: Declaration, pid: string, field: string | null): void {
  const store = useStore()
  const connections = useAtomValue(streamConnectionsAtom)
  const [reporter] = useState(() => new PresenceReporter((presence) => store.set(presenceAtom, presence)))
  useEffect(() => {
    if (hasStream()) reporter.set({ collection: name, pid, field })
  }, [reporter, name, pid, field])
  const [connectionsBefore] = useState(connections)
  useEffect(() => {
    if (connections !== connectionsBefore) void reporter.report()
  }, [reporter, connections, connectionsBefore])
  useEffect(() => {
    const leave = () => reporter.leave()
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) reporter.comeBack()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      reporter.stop()
      store.set(presenceAtom, null)
    }
  }, [reporter, store])
}
