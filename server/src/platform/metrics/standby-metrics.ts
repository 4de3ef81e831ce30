import type { PlatformDeps } from '../deps.ts'
import type { StandbyState } from '../database/standby.ts'

/**
 * Where reads of records went, and how far the standby is behind; no values without one, or while it does
 * not answer.
 */
export function addStandbyMetrics(
  { metrics, standby }: Pick<PlatformDeps, 'metrics' | 'standby'>,
  read: () => Promise<StandbyState | null>,
): void {
  const values = async (of: 'lagSeconds' | 'lagBytes') => {
    const value = (await read())?.[of] ?? null
    return value === null ? [] : [{ value }]
  }
  metrics.addGauge(
    { name: 'portal_standby_lag_seconds', help: 'Age of the data of the standby; 0 if it has everything' },
    () => values('lagSeconds'),
  )
  metrics.addGauge({ name: 'portal_standby_lag_bytes', help: 'Log that the standby has not replayed' }, () =>
    values('lagBytes'),
  )
  metrics.addGauge(
    {
      name: 'portal_standby_reads',
      help: 'Reads since the start: on the standby, or on the primary because the standby was late or down',
      labels: ['target'],
    },
    () => Object.entries(standby?.counts ?? {}).map(([target, value]) => ({ labels: { target }, value })),
  )
}
