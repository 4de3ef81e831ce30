import { StatusMapService } from '#configuration/status-map/current-status-map.ts'
import type { Database } from '#database/database.ts'
import { PageAnchors } from '#engine/query/anchors.ts'
import { WriteNotifier } from '#engine/write/write-notifier.ts'
import type { Deps } from './deps.ts'

/** What this server remembers of a database. */
export function createServices(
  database: Database,
): Pick<Deps, 'statusMap' | 'counts' | 'anchors' | 'writes'> {
  return {
    statusMap: new StatusMapService(database),
    counts: new Map(),
    anchors: new PageAnchors(),
    writes: new WriteNotifier(database),
  }
}
