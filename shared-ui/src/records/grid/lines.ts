import type { GroupLine } from '@portal/contract'
import type { TablePage } from '../list/record-queries.ts'
import { toRecord } from '../list/record-shape.ts'
import type { AnyRecord } from '@portal/contract'

export type GroupHeader = Extract<GroupLine, { kind: 'group' }>
/** A line of the grid: a record, or the header of a group. */
export type TableLine = { id: string; header: GroupHeader } | { id: string; record: AnyRecord }

/** The lines of a page with the ids the grid knows them by: a record's pid, a group's path. */
export function toTableLines({ lines }: TablePage): TableLine[] {
  return lines.map((line) => {
    if (line.kind === 'group') return { id: `group ${JSON.stringify(line.path)}`, header: line }
    const record = toRecord(line.record)
    return { id: record.pid, record }
  })
}

/**
 * The groups within which a line stands, outermost first; of a page that begins amid a group, those whose
 * headers it has.
 */
export function enclosingGroups(
  lines: readonly TableLine[],
  index: number,
): (TableLine & { header: GroupHeader })[] {
  const line = lines[index]
  if (line === undefined) return []
  const found: (TableLine & { header: GroupHeader })[] = []
  let depth = 'header' in line ? line.header.depth : Infinity
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const above = lines[at]
    if (above === undefined || !('header' in above) || above.header.depth >= depth) continue
    depth = above.header.depth
    found.unshift(above)
  }
  return found
}
