import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { withAttributes, withLibrary, withStatusMap, labelsForRole } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { columnsIn, configurationAtom } from '../../portal/configuration.ts'
import { usePermitLibrary } from '../../portal/permit-library.ts'
import { useStatusMap } from '../../portal/status-map.ts'
import { roleAtom } from '../../session/session.ts'
import { withAddedFields, withScreenOptions } from '../declaration/added-fields.ts'
import { possibleColumns, shownColumns } from '../grid/columns.ts'
import { arrangeColumns, withoutHidden } from '../grid/table-columns.ts'
import { useSlotColumns } from '../../slots/slot-columns.tsx'
import type { RecordPageProps } from './record-page-props.ts'
import type { RecordPageState } from './record-page-context.ts'
import { usePageCache } from '../list/page-cache.ts'
import {
  countQuery,
  groupsQuery,
  pageQuery,
  toGroupedTablePage,
  toTablePage,
} from '../list/record-queries.ts'
import type { ListState } from '../list/record-queries.ts'
import { screenDeclaration } from '../declaration/screen-declaration.ts'
import { summedColumns } from '../grid/grid-columns.tsx'
import { useStoredLayout } from '../grid/stored-layout.ts'
import { resolveContent, resolveInitialView, resolveLayout, resolveView } from './table-resolver.ts'
import type { PageResult, TableContent } from './table-resolver.ts'
import { useTableState } from './table-state.ts'
import { emptyViewState, stateOfView } from './view-state.ts'
import { viewsQuery } from '../views/view-queries.ts'

/** Asks for the count of a page that came without it, and writes it into the page. */
function useLaterCount(
  collection: RecordPageState['collection'],
  list: ListState,
  readAtMs: number,
  isCountLater: boolean,
): void {
  const queryClient = useQueryClient()
  const { data: count } = useQuery({ ...countQuery(collection, list, readAtMs), enabled: isCountLater })
  useEffect(() => {
    if (!isCountLater || count === undefined) return
    queryClient.setQueryData(
      pageQuery(collection, list).queryKey,
      (page) => page && { ...page, metadata: { ...page.metadata, count } },
    )
    // eslint-disable-next-line react/exhaustive-deps -- once per count, which belongs to this page alone
  }, [isCountLater, count])
}

/** One page of the table: grouped lines, or the list. Of the two questions only one is asked. */
function usePage(collection: RecordPageState['collection'], list: ListState, isAsked: boolean): PageResult {
  const isGrouped = list.group !== undefined
  const plain = useQuery({
    ...pageQuery(collection, list),
    placeholderData: keepPreviousData,
    enabled: isAsked && !isGrouped,
  })
  const grouped = useQuery({
    ...groupsQuery(collection, list),
    placeholderData: keepPreviousData,
    enabled: isAsked && isGrouped,
  })
  const isCountLater = !plain.isPlaceholderData && plain.data?.metadata.count === null
  useLaterCount(collection, list, plain.dataUpdatedAt, isAsked && !isGrouped && isCountLater)
  const asked = isGrouped ? grouped : plain
  const { pageSize } = collection
  // The same page as long as nothing about it changes: the grid is drawn anew with it.
  const page = useMemo(
    () =>
      isGrouped
        ? grouped.data && toGroupedTablePage(grouped.data)
        : plain.data && toTablePage(plain.data, pageSize),
    [isGrouped, grouped.data, plain.data, pageSize],
  )
  return {
    page,
    error: asked.error,
    isStale: asked.isPlaceholderData,
    isPending: asked.isPending,
    retry: () => void asked.refetch(),
  }
}

export interface RecordTableState {
  state: RecordPageState
  answer: PageResult
  content: TableContent
}

/**
 * The state of a record page: the saved view, what the address changes of it, the columns, and the page of
 * records. What is shown is decided in table-resolver.ts; this hook only brings the inputs together.
 */
export function useRecordTable(
  { collection: declared, label, path, address = 'path', scope }: RecordPageProps,
  actor: Actor,
): RecordTableState {
  const configuration = useAtomValue(configurationAtom)
  const role = useAtomValue(roleAtom)
  const configured = useMemo(() => columnsIn(configuration, declared.name), [configuration, declared])
  const map = useStatusMap()
  const library = usePermitLibrary()
  const collection = useMemo(
    () =>
      withScreenOptions(
        withAttributes(
          withAddedFields(
            screenDeclaration(labelsForRole(withLibrary(withStatusMap(declared, map), library), actor)),
            configured,
          ),
          library,
        ),
      ),
    [declared, map, library, configured, actor],
  )
  const [menu, setMenu] = useState<RecordPageState['menu']>(null)
  const [lastAction, offerUndo] = useState<RecordPageState['lastAction']>(null)

  const [search] = useSearchParams()
  const { data: loadedViews, isPending: areViewsLoading } = useQuery(viewsQuery(collection.name))
  const views = areViewsLoading ? 'loading' : (loadedViews ?? [])
  const named = resolveView(search.get('view'), views)
  const view = named.kind === 'found' ? named.view : undefined
  const table = useTableState(path, address, view === undefined ? emptyViewState : stateOfView(view))
  const { stored, remember, forget } = useStoredLayout(path, view?.pid ?? null)

  const { isPlain } = table
  const initial = resolveInitialView({ isPlain, views, role, stored })
  const initialView = initial.kind === 'open-view' ? initial.pid : undefined
  useEffect(() => {
    if (initial.kind === 'open-view') table.setView(initial.pid, { replace: true })
    if (initial.kind === 'restore-columns') table.show(initial.columns, { replace: true })
    // eslint-disable-next-line react/exhaustive-deps -- once per arrival at a plain address
  }, [isPlain, areViewsLoading, initialView])

  const { filter, match, sort, group } = table.shown
  const { layout, hasOwnWidths } = resolveLayout(table.shown, named, stored)
  const layoutText = JSON.stringify(layout)
  const columns = useMemo(
    () => shownColumns(collection, configured, actor, layout),
    // eslint-disable-next-line react/exhaustive-deps -- `layoutText` is the layout: the grid takes its columns anew when they are others alone
    [collection, configured, actor, layoutText],
  )
  const remoteColumns = useSlotColumns(collection.name)
  const tableColumns = useMemo(
    () => arrangeColumns(columns, withoutHidden(remoteColumns, layout), layout),
    // eslint-disable-next-line react/exhaustive-deps -- the layout is in `layoutText`, as above
    [columns, remoteColumns, layoutText],
  )
  const allColumns = possibleColumns(collection, configured, actor, layout)
  const list: ListState = {
    page: table.page,
    searchToken: table.searchToken,
    ...(scope && { scope }),
    ...(Object.keys(filter).length > 0 && { filter, match }),
    ...(sort !== '' && { sort }),
    ...(group.length > 0 && {
      group: { by: group, open: table.grouping.header, sum: summedColumns(columns) },
    }),
  }
  const asked = usePage(collection, list, !table.isUnreadable && named.kind !== 'loading')
  // A page that may be redirected does not show the rows of the address it leaves.
  const result = initial.kind === 'waiting' ? { ...asked, page: undefined } : asked
  usePageCache(collection, list, result.isStale ? undefined : result.page)

  return {
    state: {
      collection,
      label,
      actor,
      table,
      list,
      columns,
      allColumns,
      tableColumns,
      allTableColumns: arrangeColumns(allColumns, remoteColumns, layout),
      count: result.page?.count,
      remember,
      forget,
      hasOwnWidths,
      menu,
      openMenu: (name, place) => setMenu({ name, ...(place !== undefined && { place }) }),
      closeMenu: () => setMenu(null),
      lastAction,
      offerUndo,
    },
    answer: result,
    content: resolveContent({
      collection,
      filter,
      match,
      searchToken: table.searchToken,
      isUnreadable: table.isUnreadable,
      view: named,
      answer: result,
    }),
  }
}
