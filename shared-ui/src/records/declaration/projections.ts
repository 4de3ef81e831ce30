import { collections, findCollection } from '@portal/contract'
import type { Declaration } from '@portal/contract'

/**
 * All collections that show rows of the same table: a task is one of /tasks or of /ctasks, a permit is
 * processing or processed.
 */
export function projectionsOf(name: string): Declaration[] {
  const table = findCollection(name)?.table
  return Object.values(collections).filter((each) => each.table === table)
}
