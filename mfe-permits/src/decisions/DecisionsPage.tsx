import { EmptyState, QueryResult, Rows } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import type { UseQueryResult } from '@portal/shared-ui/query'
import type { ReactNode } from 'react'
import { PageButtons } from './PageButtons.tsx'
import type { ListAddress } from './use-list-address.ts'

interface DecisionsPageProps<State extends string, Data> {
  words: {
    title: string
    text: string
    loading: string
    failed: string
    pages: string
    /** The name of each list, and what stands in an empty one. */
    stateOf: (state: State) => string
    noneOf: (state: State) => string
    noneText: string
    countOf: (count: number) => string
  }
  states: readonly State[]
  address: ListAddress<State>
  query: UseQueryResult<Data>
  perPage: number
  /** Buttons beside those of the lists. */
  actions?: ReactNode
  /** The rows. */
  children: (data: Data) => ReactNode
}

/** A page of lists in which staff decide: the lists by state, their number, rows and pages. */
export function DecisionsPage<State extends string, Data extends { metadata: { count: number } }>({
  words,
  states,
  address: { state, page, onState, onPage },
  query,
  perPage,
  actions,
  children,
}: DecisionsPageProps<State, Data>) {
  return (
    <Box sx={{ height: '100%', overflowY: 'auto' }}>
      <Box sx={{ maxWidth: 960, padding: { xs: 3, sm: 4 } }}>
        <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{words.text}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingBottom: 3 }}>
          {states.map((each) => (
            <Button
              key={each}
              size="small"
              variant={each === state ? 'contained' : 'outlined'}
              aria-pressed={each === state}
              onClick={() => onState(each)}
            >
              {words.stateOf(each)}
            </Button>
          ))}
          {actions}
        </Box>
        <QueryResult query={query} loading={words.loading} failed={words.failed}>
          {(data) => {
            const { count } = data.metadata
            if (count === 0) return <EmptyState title={words.noneOf(state)} text={words.noneText} />
            return (
              <>
                <Typography role="status" sx={{ color: 'text.secondary', paddingBottom: 2 }}>
                  {words.countOf(count)}
                </Typography>
                <Rows label={words.title}>{children(data)}</Rows>
                <PageButtons
                  label={words.pages}
                  page={page}
                  pages={Math.ceil(count / perPage)}
                  onPage={onPage}
                />
              </>
            )
          }}
        </QueryResult>
      </Box>
    </Box>
  )
}
