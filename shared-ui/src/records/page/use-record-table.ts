import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { withStatusMap, labelsForRole } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { columnsIn, configurationAtom } from '../../portal/configuration.ts'
import { useStatusMap } from '../../portal/status-map.ts'
import { roleAtom } from '../../session/session.ts'
import { withAddedFields } from '../declaration/added-fields.ts'
import { possibleColumns, shownColumns } from '../grid/columns.ts'
import type { Layout } from '../grid/columns.ts'
import type { RecordPageProps } from './record-page-props.ts'
import type { RecordPageState } from './record-page-context.ts'
import { usePageCache } from '../list/page-cache.ts'
import { groupsQuery, listQuery, toGroupedTablePage, toTablePage } from '../list/record-queries.ts'
import type { ListState, TablePage } from '../list/record-queries.ts'
import { screenDeclaration } from '../declaration/screen-declaration.ts'
import { summedColumns } from '../grid/grid-columns.tsx'
import { useStoredLayout } from '../grid/stored-layout.ts'
import { noView, useTableState } from './table-state.ts'
import { emptyViewState, stateOfView } from './view-state.ts'
import { viewsQuery } from '../views/view-queries.ts'

/** What a page of records asks for and gets. */
export interface PageAnswer {
  page: TablePage | undefined
  error: Error | null
  /** The rows are those of the question before. */
  isStale: boolean
  isPending: boolean
  retry: () => void
}

/** One page of the table: grouped lines, or the list. Of the two questions only one is asked. */
function usePage(collection: RecordPageState['collection'], list: ListState, isAsked: boolean): PageAnswer {
  const isGrouped = list.group !== undefined
  const plain = useQuery({
    ...listQuery(collection, list),
    placeholderData: keepPreviousData,
    enabled: isAsked && !isGrouped,
  })
  const grouped = useQuery({
    ...groupsQuery(collection, list),
    placeholderData: keepPreviousData,
    enabled: isAsked && isGrouped,
  })
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
  answer: PageAnswer
  /** The address names a saved view that is not there. */
  isViewGone: boolean
}

/**
 * Everything a record page stands on: the saved view underneath, what the address changes of it, the columns,
 * and the page of records. An address that says nothing begins with the default view of the role, else with
 * the columns this browser remembers.
 */
export function useRecordTable(
  { collection: declared, label, path, address = 'path', scope }: RecordPageProps,
  actor: Actor,
): RecordTableState {
  const configuration = useAtomValue(configurationAtom)
  const role = useAtomValue(roleAtom)
  const configured = useMemo(() => columnsIn(configuration, declared.name), [configuration, declared])
  const map = useStatusMap()
  const collection = useMemo(
    () => withAddedFields(screenDeclaration(labelsForRole(withStatusMap(declared, map), actor)), configured),
    [declared, map, configured, actor],
  )
  const [menu, setMenu] = useState<RecordPageState['menu']>(null)
  const [lastAction, offerUndo] = useState<RecordPageState['lastAction']>(null)

  const [search] = useSearchParams()
  const views = useQuery(viewsQuery(collection.name))
  const named = search.get('view')
  const isNamed = named !== null && named !== noView
  const view = isNamed ? views.data?.find(({ pid }) => pid === named) : undefined
  const table = useTableState(path, address, view === undefined ? emptyViewState : stateOfView(view))
  const { stored, remember, forget } = useStoredLayout(path, view?.pid ?? null)

  const begin = table.isPlain
    ? views.data?.find(({ isDefaultFor }) => isDefaultFor !== null && isDefaultFor === role)
    : undefined
  const isSettled = !views.isPending
  const beginsWith = begin?.pid
  useEffect(() => {
    if (!table.isPlain || !isSettled) return
    if (beginsWith !== undefined) table.setView(beginsWith, { replace: true })
    else if ((stored.hide ?? []).length > 0 || (stored.order ?? []).length > 0) {
      table.show({ hide: stored.hide ?? [], order: stored.order ?? [] }, { replace: true })
    }
    // eslint-disable-next-line react/exhaustive-deps -- once per arrival at a plain address
  }, [table.isPlain, isSettled, beginsWith])

  const { filter, match, sort, group, hide, order } = table.shown
  const layout: Layout = { hide, order, widths: { ...view?.widths, ...stored.widths } }
  const layoutText = JSON.stringify(layout)
  const columns = useMemo(
    () => shownColumns(collection, configured, actor, layout),
    // eslint-disable-next-line react/exhaustive-deps -- `layoutText` is the layout: the grid takes its columns anew when they are others alone
    [collection, configured, actor, layoutText],
  )
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
  const isAsked = !table.isUnreadable && (!isNamed || isSettled)
  const answer = usePage(collection, list, isAsked)
  const isWaiting = table.isPlain && !isSettled
  usePageCache(collection, list, isWaiting || answer.isStale ? undefined : answer.page)

  return {
    state: {
      collection,
      label,
      actor,
      table,
      list,
      columns,
      allColumns: possibleColumns(collection, configured, actor, layout),
      count: isWaiting ? undefined : answer.page?.count,
      remember,
      forget,
      hasOwnWidths: Object.entries(stored.widths ?? {}).some(
        ([name, px]) => (view?.widths?.[name] ?? px) !== px,
      ),
      menu,
      openMenu: (name, place) => setMenu({ name, ...(place !== undefined && { place }) }),
      closeMenu: () => setMenu(null),
      lastAction,
      offerUndo,
    },
    answer: isWaiting ? { ...answer, page: undefined } : answer,
    isViewGone: isNamed && isSettled && view === undefined,
  }
}
