import type { PlatformDeps } from '../deps.ts'

/** Metrics of the connection pools of this server. */
export function addDatabaseMetrics({ database, metrics }: Pick<PlatformDeps, 'database' | 'metrics'>): void {
  metrics.addGauge(
    {
      name: 'portal_database_connections',
      help: 'Connections of a pool by state: in use or idle',
      labels: ['pool', 'state'],
    },
    () =>
      database.pools().flatMap(({ name: pool, open, idle }) => [
        { labels: { pool, state: 'in_use' }, value: open - idle },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
  )
  metrics.addGauge(
    { name: 'portal_database_connections_max', help: 'Most connections of a pool', labels: ['pool'] },
    () => database.pools().map(({ name: pool, max }) => ({ labels: { pool }, value: max })),
  )
  metrics.addGauge(
    {
      name: 'portal_database_waiting',
      help: 'Statements that wait for a connection of a pool',
      labels: ['pool'],
    },
    () => database.pools().map(({ name: pool, waiting }) => ({ labels: { pool }, value: waiting })),
  )
}
