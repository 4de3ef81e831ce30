import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import type { Location } from 'react-router'
import { useShell } from '../../portal/shell-api.ts'
import { LeaveDialog } from './LeaveDialog.tsx'

/** Identifies the open record in an address. A change of it means leaving the record. */
const recordIn = ({ pathname, search }: Location) =>
  `${pathname}?${new URLSearchParams(search).get('record') ?? ''}`

export interface LeaveGuardProps {
  onLeave: () => void
  placeOf?: (location: Location) => string
}

/**
 * Rendered while something is unsaved; asks before the record is left. Close, Escape, next, previous and
 * links all change the address. The shell asks before a page of another remote is opened and for the
 * browser's Back and Forward, so history navigation to another path is left to the shell.
 * `onLeave` discards the unsaved input; addresses with the same `placeOf` value count as one place.
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
