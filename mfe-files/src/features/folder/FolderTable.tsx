import { useState } from 'react'
import type { FileRecord } from '@portal/contract'
import { Box, Button, Checkbox, Table, TableBody, TableHead, TableRow } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useActs } from './acts.ts'
import { Cell } from './Cell.tsx'
import { FileRow } from './FileRow.tsx'
import { folderColumns } from './folder-columns.ts'
import { onTableKey } from './table-keys.ts'
import { useRoom } from './room.ts'

/** Rows drawn at first, and more of them each time: folders hold thousands. */
const rowsAtOnce = 200

export interface FolderTableProps {
  label: string
  records: readonly FileRecord[]
  /** Still the folder before: drawn paler until the new one is there. */
  isStale: boolean
}

/** A folder as a table of names, sizes, days and people. */
export function FolderTable({ label, records, isStale }: FolderTableProps) {
  const room = useRoom()
  const acts = useActs()
  const columns = folderColumns(room)
  const [most, setMost] = useState(rowsAtOnce)
  const shown = records.slice(0, most)
  const isAll = acts.selected.size === records.length
  return (
    <>
      <Table
        aria-label={label}
        aria-busy={isStale}
        onKeyDown={(event) => onTableKey(event, { records, acts, room })}
        sx={{ tableLayout: 'fixed', opacity: isStale ? 0.6 : 1 }}
      >
        <TableHead>
          <TableRow>
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
        <TableBody>
          {shown.map((record) => (
            <FileRow key={record.pid} record={record} columns={columns} isSelected={acts.selected.has(record.pid)} />
          ))}
        </TableBody>
      </Table>
      {records.length > shown.length && (
        <Box sx={{ padding: 3, textAlign: 'center' }}>
          <Button variant="outlined" onClick={() => setMost(most + rowsAtOnce * 5)}>
            {t('showMore', { count: Math.min(rowsAtOnce * 5, records.length - shown.length) })}
          </Button>
        </Box>
      )}
    </>
  )
}
