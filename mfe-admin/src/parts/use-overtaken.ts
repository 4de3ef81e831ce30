import { addToastAtom } from '@portal/shared-ui'
import { useSetAtom } from '@portal/shared-ui/state'
import { useEffect, useState } from 'react'

/** What a dialog is about: settings of a version, and whether others have taken away what it changes. */
interface Asked {
  version: number
  isGone?: boolean
}

/** The call of the dialog. */
interface Sending {
  isPending: boolean
  isSuccess: boolean
  error: Error | null
}

/**
 * What an open dialog about settings of several people has to say: why its call failed, or, by `conflict`,
 * that somebody else has changed them since it opened. If what it is about is gone, a toast says so and the
 * dialog closes.
 */
export function useOvertaken(
  { version, isGone = false }: Asked,
  { isPending, isSuccess, error }: Sending,
  conflict: string,
  onClose: () => void,
): string | null {
  const toast = useSetAtom(addToastAtom)
  const [opened] = useState(version)
  const isOwn = isPending || isSuccess
  const isOvertaken = isGone && !isOwn
  useEffect(() => {
    if (!isOvertaken) return
    toast({ title: conflict, colour: 'red' })
    onClose()
  }, [isOvertaken, conflict, toast, onClose])
  if (error !== null) return error.message
  return version === opened || isOwn ? null : conflict
}
