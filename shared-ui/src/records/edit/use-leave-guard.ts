import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import type { Location } from 'react-router'
import { useShell } from '../../portal/shell-api.ts'

/** The open record in an address: another one, or none, means leaving. */
const placeOf = ({ pathname, search }: Location) => `${pathname}?${new URLSearchParams(search).get('record') ?? ''}`

/**
 * While something is unsaved, leaving the record is asked about first: Close, Escape, next and previous and links all change the address.
 * The shell asks where a page of another remote is opened and at the browser's own buttons, which is why steps in the history are left
 * to it where the path changes.
 */
export function useLeaveGuard(isUnsaved: boolean): { isAsking: boolean; leave: () => void; stay: () => void } {
  const shell = useShell()
  useEffect(() => {
    shell.reportUnsaved(isUnsaved)
    return () => shell.reportUnsaved(false)
  }, [shell, isUnsaved])
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (!isUnsaved || placeOf(currentLocation) === placeOf(nextLocation)) return false
    return historyAction !== 'POP' || currentLocation.pathname === nextLocation.pathname
  })
  return {
    isAsking: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  }
}
