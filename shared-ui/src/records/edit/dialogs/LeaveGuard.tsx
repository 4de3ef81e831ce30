import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import type { Location } from 'react-router'
import { useShell } from '../../../portal/shell-api.ts'
import { LeaveDialog } from './LeaveDialog.tsx'

/** The open record in an address: another one, or none, means leaving. */
const recordIn = ({ pathname, search }: Location) =>
  `${pathname}?${new URLSearchParams(search).get('record') ?? ''}`

export interface LeaveGuardProps {
  onLeave: () => void
  placeOf?: (location: Location) => string
}

/**
 * Stands there while something is unsaved, and asks before the record is left: Close, Escape, next and
 * previous and links all change the address. The shell asks where a page of another remote is opened and at
 * the browser's own buttons, which is why steps in the history are left to it where the path changes.
 * `onLeave` gives up what is unsaved; `placeOf` says which addresses are one place.
 */
export function LeaveGuard({ onLeave, placeOf = recordIn }: LeaveGuardProps) {
  const shell = useShell()
  useEffect(() => {
    shell.reportUnsaved(true)
    return () => shell.reportUnsaved(false)
  }, [shell])
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (placeOf(currentLocation) === placeOf(nextLocation)) return false
    return historyAction !== 'POP' || currentLocation.pathname === nextLocation.pathname
  })
  if (blocker.state !== 'blocked') return null
  const leave = () => {
    onLeave()
    blocker.proceed()
  }
  return <LeaveDialog onLeave={leave} onStay={() => blocker.reset()} />
}
