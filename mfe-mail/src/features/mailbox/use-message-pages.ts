import { mailPageSize } from '@portal/contract'
import type { MailMessageSummary } from '@portal/contract'
import { useQueries, useQuery } from '@portal/shared-ui/query'
import { useEffect, useRef, useState } from 'react'
import { messagesQuery } from './mailbox.queries.ts'
import type { ListPlace } from './mailbox.queries.ts'

export interface MessagePages {
  /** The exact count; undefined until the first page has loaded. */
  count: number | undefined
  /** The message in this row, from 0; undefined while its page is loading. */
  at: (line: number) => MailMessageSummary | undefined
  /** The row of a loaded message, or of its conversation; -1 for others. */
  lineOf: (id: string) => number
  /** The loaded messages, by row. */
  loaded: readonly (readonly [line: number, message: MailMessageSummary])[]
  /** Reports the visible rows, so that their pages are loaded. */
  look: (first: number, last: number) => void
  error: Error | null
  /** The rows are those of the previous list. */
  isOld: boolean
  retry: () => void
}

/**
 * Delay before pages are requested, in ms: dragging the scroll bar over many rows loads only the page where
 * it stops.
 */
const restMs = 80

const pageOf = (line: number) => Math.floor(line / mailPageSize) + 1

/** Whether this row stands for the message: as itself, or as its conversation. */
export const isLineOf = ({ id, conversation }: MailMessageSummary, message: string) =>
  id === message || conversation?.ids.includes(message) === true

/** A list of any length. Only the pages of visible rows are loaded, and always the first one. */
export function useMessagePages(place: ListPlace): MessagePages {
  const [seen, setSeen] = useState({ first: 1, last: 1 })
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const head = useQuery(messagesQuery(place, 1))
  const count = head.data?.metadata.count
  const lastPage = Math.max(1, pageOf((count ?? 1) - 1))
  const from = Math.min(Math.max(2, seen.first), lastPage + 1)
  const further = Array.from(
    { length: Math.max(0, Math.min(seen.last, lastPage) - from + 1) },
    (_, index) => from + index,
  )
  const tail = useQueries({
    queries: head.isPlaceholderData ? [] : further.map((page) => messagesQuery(place, page)),
  })
  const pages = new Map([
    [1, head.data?.messages ?? []],
    ...tail.map(({ data }, index) => [further[index] ?? 0, data?.messages ?? []] as const),
  ])
  const loaded = [...pages].flatMap(([page, messages]) =>
    messages.map((message, index) => [(page - 1) * mailPageSize + index, message] as const),
  )
  const failed = [head, ...tail].find(({ error, data }) => error !== null && data === undefined)
  return {
    count,
    loaded,
    at: (line) => pages.get(pageOf(line))?.[line % mailPageSize],
    lineOf: (id) => loaded.find(([, message]) => isLineOf(message, id))?.[0] ?? -1,
    look: (first, last) => {
      const next = { first: pageOf(first), last: pageOf(Math.max(first, last)) }
      clearTimeout(resting.current)
      if (next.first === seen.first && next.last === seen.last) return
      const isFar = next.first > seen.last + 1 || next.last < seen.first - 1
      if (isFar) resting.current = setTimeout(() => setSeen(next), restMs)
      else setSeen(next)
    },
    error: failed?.error ?? null,
    isOld: head.isPlaceholderData,
    retry: () =>
      void Promise.all([head, ...tail].filter(({ error }) => error !== null).map(({ refetch }) => refetch())),
  }
}
