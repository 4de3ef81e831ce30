import type { PlatformDeps } from '../deps.ts'

/** Metrics of the disk of the data folder; no value when database and files are on other machines. */
export function addDiskMetrics({ disk, metrics }: Pick<PlatformDeps, 'disk' | 'metrics'>): void {
  metrics.addGauge(
    { name: 'portal_disk_free_bytes', help: 'Free space on the disk of DATA_DIR' },
    async () => {
      const space = await disk.read()
      return space === null ? [] : [{ value: space.freeBytes }]
    },
  )
  metrics.addGauge({ name: 'portal_disk_size_bytes', help: 'Size of the disk of DATA_DIR' }, async () => {
    const space = await disk.read()
    return space === null ? [] : [{ value: space.totalBytes }]
  })
}

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
