import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { hasMachine, isOverdue, isStaff, timeInStatus } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { gridFocusCellSelector, useGridApiRef } from '../../facades/table.ts'
import type { GridRowId, GridRowSelectionModel } from '../../facades/table.ts'
import { useShell } from '../../portal/shell-api.ts'
import { useStatusMap } from '../../portal/status-map.ts'
import { todayAtom, zoneAtom } from '../../session/today.ts'
import { breakpoints, byTouch, sizes } from '../../theme/tokens.ts'
import { forPhone } from './columns.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import type { TablePage } from '../list/record-queries.ts'
import { useSelection } from '../page/selection.tsx'
import { CellEditing } from './CellEditing.tsx'
import type { CellEditingHandle } from './CellEditing.tsx'
import { toGridColumns } from './grid-columns.tsx'
import { useGridKeys } from './grid-keys.ts'
import { useAllColumns } from './all-columns.ts'
import { toggledGroups } from './group-paths.ts'
import { StickyGroups } from './StickyGroups.tsx'
import { toTableLines } from './lines.ts'
import type { TableLine } from './lines.ts'
import { OpenRecord, RecordGrid } from './RecordGrid.tsx'
import type { GridActions } from './RecordGrid.tsx'
import { RowMenu } from './RowMenu.tsx'
import { SlotColumnCells, useSlotCells } from '../../slots/slot-columns.tsx'
import { sortedBy } from './sorting.ts'
import { StepsPopover } from './StepsPopover.lazy.ts'

export interface RecordTableProps {
  page: TablePage
  /** The records shown are not yet those asked for. */
  isStale: boolean
  onWidth: (column: string, px: number) => void
}

/**
 * A page of records as a grid that only draws: order, paging, groups and search are the server's. A click or
 * Enter opens a record or a group, Space selects, and focus is back on its row when the drawer closes.
 */
export function RecordTable({ page, isStale, onWidth }: RecordTableProps) {
  const { label, collection, actor, tableColumns: arranged, table } = useRecordPage()
  const shell = useShell()
  const isPhone = useMediaQuery(`(max-width:${breakpoints.tablet - 0.05}px)`, { noSsr: true })
  const isTouched = useMediaQuery(byTouch, { noSsr: true })
  const [rowPx, headingPx] = isTouched ? [sizes.touch, sizes.touch] : [sizes.row, sizes.header]
  const columns = useMemo(
    () => (isPhone ? forPhone(arranged, collection) : arranged),
    [isPhone, arranged, collection],
  )
  const selection = useSelection()
  const grid = useGridApiRef()
  const { open } = table
  const lastOpen = useRef<string | null>(open)
  const place = useRef<HTMLDivElement>(null)
  const editing = useRef<CellEditingHandle>(null)
  const first = columns[0]?.name
  useEffect(() => {
    const closed = open === null ? lastOpen.current : null
    lastOpen.current = open
    if (closed === null || first === undefined || !grid.current?.getRow(closed)) return
    // Into the column one came from, which the grid still knows.
    const from = gridFocusCellSelector(grid)?.field
    grid.current.setCellFocus(closed, from !== undefined && grid.current.getColumn(from) ? from : first)
  }, [open, first, grid])
  useAllColumns(grid)
  const known = useRef(columns)
  useEffect(() => {
    const names = known.current.map(({ name }) => name)
    known.current = columns
    const [added, ...others] = columns.filter(({ name }) => !names.includes(name))
    // One that was just shown comes into sight; a view with other columns begins at its first.
    if (added === undefined || others.length > 0) return
    // Only once the grid has made room for it.
    const frame = requestAnimationFrame(() => {
      grid.current?.scrollToIndexes({ colIndex: grid.current.getColumnIndex(added.name) })
    })
    return () => cancelAnimationFrame(frame)
  }, [columns, grid])

  const { sort: sorting } = table.shown
  const left = page.news?.left ?? nothing
  const lines = useMemo(() => toTableLines(page), [page])
  const map = useStatusMap()
  const [day, zone] = [useAtomValue(todayAtom), useAtomValue(zoneAtom)]
  const hasStatusMap = collection.hasStatusMap === true
  const { drawCell, ...slots } = useSlotCells(columns)
  const gridColumns = useMemo(() => {
    const timeOf = hasStatusMap ? (record: AnyRecord) => timeInStatus(map, record, day, zone) : null
    return toGridColumns(columns, {
      sort: sorting,
      sums: page.lines.some(({ kind }) => kind === 'group'),
      left,
      timeOf,
      isOverdue: (name, record) => isOverdue(collection, name, record, day),
      drawCell,
    })
  }, [collection, columns, sorting, page, left, hasStatusMap, map, day, zone, drawCell])
  const pids = useMemo(() => page.records.map(({ pid }) => pid), [page])
  const selected = useMemo<GridRowSelectionModel>(
    () => ({ type: 'include', ids: new Set(selection.isAll ? pids : selection.pids) }),
    [selection.isAll, selection.pids, pids],
  )
  const [steps, setSteps] = useState<{ pid: string; cell: HTMLElement } | null>(null)
  const toggle = (line: TableLine) => table.setOpenGroups((open) => toggledGroups(lines, line, open))
  const openLine = (id: GridRowId) => {
    const line = lines.find((line) => line.id === id)
    if (line === undefined) return
    if ('header' in line) toggle(line)
    else table.openRecord(line.id)
  }
  const sort = (field: string, isAdded: boolean) => {
    const sorted = sortedBy(sorting, collection, field, isAdded)
    if (sorted !== null) table.show({ sort: sorted })
  }
  const keys = useGridKeys({
    pids,
    selected: [...selected.ids].map(String),
    selection,
    openLine,
    edit: (pid, field) => editing.current?.edit(pid, field),
    steps: (pid, cell) => setSteps(hasMachine(collection.name) ? { pid, cell } : null),
    sort,
    widen: (field, byPx) => {
      const width = columns.find(({ name }) => name === field)?.width
      if (width === undefined) return
      onWidth(field, Math.min(sizes.column.most, Math.max(sizes.column.least, width + byPx)))
    },
  })
  const latest: GridActions = { openLine, sort, onWidth, onCellKey: keys.onCellKey, select: selection.select }
  const actions = useRef(latest)
  useLayoutEffect(() => {
    actions.current = latest
  })
  const cellOf = (pid: string, field: string) => grid.current?.getCellElement(pid, field) ?? null
  const hasSteps =
    hasMachine(collection.name) &&
    isStaff(actor.role) &&
    shell.panels('record.head', collection.name).length > 0
  const openSteps = (pid: string) => {
    const cell = cellOf(pid, 'status') ?? (first === undefined ? null : cellOf(pid, first))
    if (cell !== null) setSteps({ pid, cell })
  }
  const onSteps = hasSteps ? openSteps : null
  return (
    <Box
      ref={place}
      sx={{
        position: 'relative',
        flex: 1,
        minHeight: 0,
        opacity: isStale ? 0.6 : 1,
        transition: 'opacity 120ms ease-out',
      }}
      aria-busy={isStale}
      onKeyDownCapture={keys.onHeaderKey}
    >
      <OpenRecord value={open}>
        <RecordGrid
          grid={grid}
          label={label}
          columns={gridColumns}
          lines={lines}
          selected={selected}
          keepsOthers={!selection.isAll}
          left={left}
          rowPx={rowPx}
          headingPx={headingPx}
          actions={actions}
        />
      </OpenRecord>
      <SlotColumnCells {...slots} collection={collection.name} records={page.records} />
      <StickyGroups grid={grid} lines={lines} rowPx={rowPx} headingPx={headingPx} />
      <CellEditing ref={editing} page={page} place={place} cellOf={cellOf} onSteps={onSteps} />
      <RowMenu page={page} place={place} first={first} cellOf={cellOf} onSteps={onSteps} />
      {steps !== null && (
        <StepsPopover
          collection={collection}
          pid={steps.pid}
          anchor={steps.cell}
          onClose={() => setSteps(null)}
        />
      )}
    </Box>
  )
}

const nothing: ReadonlySet<string> = new Set()
