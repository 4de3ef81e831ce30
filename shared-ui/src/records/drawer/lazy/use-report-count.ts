import { useEffect, useEffectEvent } from 'react'

/** Reports the number of entries to the tab whenever a known count changes. */
export function useReportedCount(count: number | undefined, onCount: (count: number) => void): void {
  const tell = useEffectEvent(onCount)
  useEffect(() => {
    if (count !== undefined) tell(count)
  }, [count])
}
