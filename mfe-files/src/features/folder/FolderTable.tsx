import { useRef } from 'react'
import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import type { FileRecord } from '@portal/contract'
import { Icon, useShell, userAtom } from '@portal/shared-ui'
import { Button, Checkbox, Table, TableBody, TableHead, TableRow } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { useFileActions } from './file-actions.ts'
import { Cell } from './Cell.tsx'
import { FileRow } from './FileRow.tsx'
import { locallyRemovedAtom } from './file-writes.ts'
import { folderColumns } from './folder-columns.ts'
import { folderOrder, nextSort } from './folder-order.ts'
import type { SortKey } from './folder-order.ts'
import { useVirtualRows } from './row-window.ts'
import { stuckBelowTools } from './scroller.ts'
import { useStableRows } from './stable-rows.ts'
import { onTableKey } from './table-keys.ts'
import { useFileBrowser } from './file-browser-context.ts'

export interface FolderTableProps {
  label: string
  /** The folder's pid or its root's name. */
  parentId: string
  records: readonly FileRecord[]
  /** The previous folder is still shown, dimmed, until the new one has loaded. */
  isStale: boolean
}

/** Placeholder for rows that are not rendered. */
function Space({ height }: { height: number }) {
  return height === 0 ? null : (
    <TableRow aria-hidden>
      <Cell component="td" sx={{ height, padding: 0, border: 0 }} />
    </TableRow>
  )
}

/** A sortable heading; a second click reverses the order. */
function SortButton({ by }: { by: SortKey }) {
  const { place, addressOf } = useFileBrowser()
  const shell = useShell()
  const { sort } = place
  const isSorted = sort === by || sort === `-${by}`
  return (
    <Button
      size="small"
      color="inherit"
      onClick={() => shell.navigate(addressOf({ sort: nextSort(sort, by) }))}
      sx={{ minWidth: 0, paddingInline: 2, marginInline: -2, fontWeight: 'inherit' }}
      {...(isSorted && { endIcon: <Icon path={sort === by ? mdiArrowUp : mdiArrowDown} size={16} /> })}
    >
      {t(by)}
    </Button>
  )
}

/** A folder as a table of names, sizes, dates and authors. Changes by others do not move rows. */
export function FolderTable({ label, parentId, records, isStale }: FolderTableProps) {
  const room = useFileBrowser()
  const acts = useFileActions()
  const { sort } = room.place
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useStableRows(isStale ? '' : `${parentId} ${sort}`, records, {
    person: useAtomValue(userAtom)?.pid,
    taken: useAtomValue(locallyRemovedAtom),
    order: folderOrder(sort),
  })
  const { places, above, below, measure, focus } = useVirtualRows(rows.length, body)
  const columns = folderColumns(room)
  const isAll = acts.selected.size === records.length
  const ariaSort = (key: SortKey) => (sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none')
  return (
    <Table
      aria-label={label}
      aria-busy={isStale}
      aria-rowcount={rows.length + 1}
      onKeyDown={(event) => onTableKey(event, { rows, acts, room, focus })}
      sx={{ tableLayout: 'fixed', opacity: isStale ? 0.6 : 1 }}
    >
      <TableHead
        sx={{ position: 'sticky', top: stuckBelowTools, zIndex: 2, backgroundColor: 'portal.surface' }}
      >
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
          <Cell component="th" scope="col" aria-sort={ariaSort('name')}>
            <SortButton by="name" />
          </Cell>
          {columns.map(({ key, width, align }) => {
            const isSortable = key === 'size' || key === 'changed'
            return (
              <Cell
                key={key}
                data-part="detail"
                component="th"
                scope="col"
                align={align ?? 'left'}
                sx={{ width }}
                {...(isSortable && { 'aria-sort': ariaSort(key) })}
              >
                {isSortable ? <SortButton by={key} /> : t(key)}
              </Cell>
            )
          })}
          <Cell component="td" data-part="menu" />
        </TableRow>
      </TableHead>
      <TableBody ref={body}>
        <Space height={above} />
        {places.map((place) => {
          const row = rows[place]
          if (row === undefined) return null
          const { pid } = row.record
          return (
            <FileRow
              key={pid}
              {...row}
              place={place}
              columns={columns}
              isSelected={acts.selected.has(pid)}
              measure={measure}
            />
          )
        })}
        <Space height={below} />
      </TableBody>
    </Table>
  )
}
