import { useEffect, useEffectEvent } from 'react'

/** Tells a tab how many there are in it, once for each count that is known. */
export function useReportedCount(count: number | undefined, onCount: (count: number) => void): void {
  const tell = useEffectEvent(onCount)
  useEffect(() => {
    if (count !== undefined) tell(count)
  }, [count])
}
