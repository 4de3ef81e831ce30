import { mailPageSize } from '@portal/contract'
import type { MailMessageSummary } from '@portal/contract'
import { useQueries, useQuery } from '@portal/shared-ui/query'
import { useEffect, useRef, useState } from 'react'
import { messagesQuery } from './mailbox.queries.ts'
import type { ListPlace } from './mailbox.queries.ts'

export interface MessagePages {
  /** Exact; undefined until the first page is there. */
  count: number | undefined
  /** The message on this line, from 0; undefined while its page is on the way. */
  at: (line: number) => MailMessageSummary | undefined
  /** The line of a message, or of its conversation, that is loaded; -1 for others. */
  lineOf: (id: string) => number
  /** Messages that are loaded, by line. */
  loaded: readonly (readonly [line: number, message: MailMessageSummary])[]
  /** Says which lines are looked at, so that their pages come. */
  look: (first: number, last: number) => void
  error: Error | null
  /** The rows are those of the list before. */
  isOld: boolean
  retry: () => void
}

/**
 * Whoever drags the bar over a hundred thousand lines asks for the page they stop at, not for all they pass.
 */
const restMs = 80

const pageOf = (line: number) => Math.floor(line / mailPageSize) + 1

/** Does this line stand for the message: by itself, or as its conversation? */
export const isLineOf = ({ id, conversation }: MailMessageSummary, message: string) =>
  id === message || conversation?.ids.includes(message) === true

/** A list of any length: only the pages of the lines that are looked at are read, the first one always. */
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
