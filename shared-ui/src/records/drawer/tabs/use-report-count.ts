import { useEffect, useEffectEvent } from 'react'

/** Reports the count of a tab to the drawer when it becomes known and when it changes. */
export function useReportCount(count: number | undefined, onCount: (count: number) => void): void {
  const report = useEffectEvent(onCount)
  useEffect(() => {
    if (count !== undefined) report(count)
  }, [count])
}
