import { ErrorPanel, Rows, SkeletonTable } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import type { UseQueryResult } from '@portal/shared-ui/query'
import type { ReactNode } from 'react'

export interface LoadedListProps<Value, Item> {
  /** Accessible name of the list. */
  label: string
  /** What the list is. */
  text: string
  /** A button that adds to the list. */
  action?: ReactNode
  query: UseQueryResult<Value>
  failed: string
  itemsOf: (value: Value) => readonly Item[]
  /** What stands there when the list is empty. */
  empty: string
  children: (item: Item) => ReactNode
}

/** What stands in the place of a list that is empty: one line, since a settings page has many lists. */
export function NoItems({ text }: { text: string }) {
  return <Typography sx={{ fontWeight: 500, paddingBlock: 2 }}>{text}</Typography>
}

const skeletonWidths = [200, 160]

/** A list of a settings page: its text, then its rows or their loading, error and empty states. */
export function LoadedList<Value, Item>(props: LoadedListProps<Value, Item>) {
  const { label, text, action, query, failed, itemsOf, empty, children } = props
  const items = query.data === undefined ? null : itemsOf(query.data)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', paddingBottom: 2 }}>
        <Typography sx={{ flex: '1 1 280px', color: 'text.secondary' }}>{text}</Typography>
        {action}
      </Box>
      {items === null && query.error !== null && (
        <ErrorPanel error={query.error} title={failed} onRetry={() => void query.refetch()} />
      )}
      {items === null && query.error === null && <SkeletonTable widths={skeletonWidths} rows={2} />}
      {items?.length === 0 && <NoItems text={empty} />}
      {items !== null && items.length > 0 && <Rows label={label}>{items.map(children)}</Rows>}
    </>
  )
}
