import { useRef } from 'react'
import type { FileRecord } from '@portal/contract'
import { userAtom } from '@portal/shared-ui'
import { Checkbox, Table, TableBody, TableHead, TableRow } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { useActs } from './acts.ts'
import { Cell } from './Cell.tsx'
import { FileRow } from './FileRow.tsx'
import { takenAtom } from './file-writes.ts'
import { folderColumns } from './folder-columns.ts'
import { inFolderOrder } from './folder.queries.ts'
import { useRowWindow } from './row-window.ts'
import { stuckTop } from './scroller.ts'
import { useSteadyRows } from './steady-rows.ts'
import { onTableKey } from './table-keys.ts'
import { useRoom } from './room.ts'

export interface FolderTableProps {
  label: string
  /** The folder's pid or its root's name. */
  parentId: string
  records: readonly FileRecord[]
  /** Still the folder before: drawn paler until the new one is there. */
  isStale: boolean
}

/** Stands for rows that are not drawn. */
function Space({ height }: { height: number }) {
  return height === 0 ? null : (
    <TableRow aria-hidden>
      <Cell component="td" sx={{ height, padding: 0, border: 0 }} />
    </TableRow>
  )
}

/** A folder as a table of names, sizes, days and people. No row moves by what others do. */
export function FolderTable({ label, parentId, records, isStale }: FolderTableProps) {
  const room = useRoom()
  const acts = useActs()
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useSteadyRows(isStale ? '' : parentId, records, {
    person: useAtomValue(userAtom)?.pid,
    taken: useAtomValue(takenAtom),
    order: inFolderOrder,
  })
  const { places, above, below, measure, focus } = useRowWindow(rows.length, body)
  const columns = folderColumns(room)
  const isAll = acts.selected.size === records.length
  return (
    <Table
      aria-label={label}
      aria-busy={isStale}
      aria-rowcount={rows.length + 1}
      onKeyDown={(event) => onTableKey(event, { rows, acts, room, focus })}
      sx={{ tableLayout: 'fixed', opacity: isStale ? 0.6 : 1 }}
    >
      <TableHead sx={{ position: 'sticky', top: stuckTop, zIndex: 2, backgroundColor: 'portal.surface' }}>
        <TableRow aria-rowindex={1}>
          <Cell component="td" data-part="check">
            <Checkbox
              size="small"
              checked={isAll}
              indeterminate={acts.selected.size > 0 && !isAll}
              onChange={acts.toggleAll}
              input={{ 'aria-label': t('selectAll') }}
            />
          </Cell>
          <Cell component="th" scope="col">
            {t('name')}
          </Cell>
          {columns.map(({ key, width, align }) => (
            <Cell key={key} data-part="detail" component="th" scope="col" align={align ?? 'left'} sx={{ width }}>
              {t(key)}
            </Cell>
          ))}
          <Cell component="td" data-part="menu" />
        </TableRow>
      </TableHead>
      <TableBody ref={body}>
        <Space height={above} />
        {places.map((place) => {
          const row = rows[place]
          if (row === undefined) return null
          const { pid } = row.record
          return <FileRow key={pid} {...row} place={place} columns={columns} isSelected={acts.selected.has(pid)} measure={measure} />
        })}
        <Space height={below} />
      </TableBody>
    </Table>
  )
}
