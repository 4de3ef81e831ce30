import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { styled } from '@mui/material/styles'
import type { DeletedSort, Reference } from '@portal/contract'
import { dateTimeTooltip, formatDateTime, formatMomentDay } from '../format/dates.ts'
import { Icon } from '../icons/Icon.tsx'
import { mdiArrowDown, mdiArrowUp } from '../icons/paths.ts'
import { Checkbox } from '../inputs/switches.tsx'
import { t } from './texts.ts'

export interface DeletedRow {
  pid: string
  name: string
  /** The number of a record, or the folder of a message. */
  detail: string | null
  client: string | null
  /** SVG path of the icon before its name. */
  icon?: string
  deletedAt: string
  deletedBy: Reference | null
  restorableUntil: string
}

export interface DeletedTableProps {
  label: string
  rows: readonly DeletedRow[]
  sort: DeletedSort
  onSort: (sort: DeletedSort) => void
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onRestore: (row: DeletedRow) => void
  isBusy: boolean
}

const narrow = '@container (max-width: 720px)'

const Cell = styled(TableCell)({
  paddingBlock: 6,
  verticalAlign: 'middle',
  '&[data-part=check]': { width: 44, padding: 0, textAlign: 'center' },
  [narrow]: { '&[data-part=detail]': { display: 'none' } },
})

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** A column heading that sorts; a second click reverses the order. */
function SortHead({
  by,
  width,
  sort,
  onSort,
}: { by: 'name' | 'deletedAt' | 'deletedBy'; width?: number } & Pick<DeletedTableProps, 'sort' | 'onSort'>) {
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const next: DeletedSort = isUp ? `-${by}` : isDown ? by : by === 'deletedAt' ? `-${by}` : by
  return (
    <Cell
      component="th"
      scope="col"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
      {...(by !== 'name' && { 'data-part': 'detail' })}
      sx={{ width: width ?? 'auto' }}
    >
      <Button
        size="small"
        color="inherit"
        onClick={() => onSort(next)}
        sx={{ marginInline: -3, paddingInline: 3, fontWeight: 'inherit' }}
        {...((isUp || isDown) && { endIcon: <Icon path={isUp ? mdiArrowUp : mdiArrowDown} size={16} /> })}
      >
        {t(by)}
      </Button>
    </Cell>
  )
}

/**
 * What was deleted, by whom, and until when it can be restored. On narrow screens the name cell shows the
 * other columns.
 */
export function DeletedTable({
  label,
  rows,
  sort,
  onSort,
  chosen,
  onChoose,
  onRestore,
  isBusy,
}: DeletedTableProps) {
  const isAll = rows.every(({ pid }) => chosen.has(pid))
  const hasClients = rows.some(({ client }) => client !== null)
  const toggle = (pid: string) =>
    onChoose(
      chosen.has(pid) ? new Set([...chosen].filter((each) => each !== pid)) : new Set([...chosen, pid]),
    )
  return (
    <Table aria-label={label} sx={{ tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <Cell component="td" data-part="check">
            <Checkbox
              size="small"
              checked={isAll}
              indeterminate={chosen.size > 0 && !isAll}
              onChange={() => onChoose(isAll ? new Set() : new Set(rows.map(({ pid }) => pid)))}
              input={{ 'aria-label': t('selectAll') }}
            />
          </Cell>
          <SortHead by="name" sort={sort} onSort={onSort} />
          {hasClients && (
            <Cell component="th" scope="col" data-part="detail" sx={{ width: 180 }}>
              {t('client')}
            </Cell>
          )}
          <SortHead by="deletedAt" width={160} sort={sort} onSort={onSort} />
          <SortHead by="deletedBy" width={160} sort={sort} onSort={onSort} />
          <Cell component="th" scope="col" data-part="detail" sx={{ width: 168 }}>
            {t('until')}
          </Cell>
          <Cell component="td" sx={{ width: 104 }} />
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => {
          const { pid, name, detail, client, icon, deletedAt, deletedBy, restorableUntil } = row
          const by = deletedBy?.title ?? t('portal')
          return (
            <TableRow key={pid} hover selected={chosen.has(pid)}>
              <Cell component="td" data-part="check">
                <Checkbox
                  size="small"
                  checked={chosen.has(pid)}
                  onChange={() => toggle(pid)}
                  input={{ 'aria-label': t('select', { name }) }}
                />
              </Cell>
              <Cell component="th" scope="row" sx={{ fontWeight: 400 }}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
                  {icon !== undefined && (
                    <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }}>
                      <Icon path={icon} />
                    </Box>
                  )}
                  <Box sx={{ minWidth: 0 }}>
                    <Box component="bdi" title={name} sx={{ ...cut, display: 'block', fontWeight: 550 }}>
                      {name}
                    </Box>
                    {detail !== null && (
                      <Box
                        component="bdi"
                        title={detail}
                        sx={{
                          ...cut,
                          display: 'block',
                          color: 'text.secondary',
                          fontSize: 'caption.fontSize',
                        }}
                      >
                        {detail}
                      </Box>
                    )}
                    <Box
                      sx={{
                        display: 'none',
                        [narrow]: { display: 'block' },
                        color: 'text.secondary',
                        fontSize: 'caption.fontSize',
                      }}
                    >
                      {[client, by, formatDateTime(deletedAt)].filter((part) => part !== null).join(' · ')}
                    </Box>
                  </Box>
                </Box>
              </Cell>
              {hasClients && (
                <Cell data-part="detail" title={client ?? ''} sx={cut}>
                  {client}
                </Cell>
              )}
              <Cell data-part="detail" title={dateTimeTooltip(deletedAt)} sx={cut}>
                {formatDateTime(deletedAt)}
              </Cell>
              <Cell data-part="detail" title={by} sx={cut}>
                {by}
              </Cell>
              <Cell data-part="detail" title={dateTimeTooltip(restorableUntil)}>
                {formatMomentDay(restorableUntil)}
              </Cell>
              <Cell align="right">
                <Button
                  size="small"
                  aria-label={t('restoreNamed', { name })}
                  disabled={isBusy}
                  onClick={() => onRestore(row)}
                >
                  {t('restore')}
                </Button>
              </Cell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
