import type { MailMessageSummary } from '@portal/contract'
import { ErrorPanel } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { isEverywhere, mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { MessageListSkeleton, NoMessages } from './MessageListStates.tsx'
import { AwaitedRow, MessageRow, linesStyle, rowHeight } from './MessageRow.tsx'
import { isLineOf } from './use-message-pages.ts'
import type { MessagePages } from './use-message-pages.ts'
import { useNewMail } from './use-new-mail.ts'
import type { Selection } from './use-selection.ts'

export interface MessageListProps {
  address: MailAddressBar
  pages: MessagePages
  selection: Selection
  /** Starts a task from the message with that id; stable, so that rows do not render again. */
  onTask: (id: string) => void
}

const listStyle = { position: 'relative', listStyle: 'none', margin: 0, padding: 0, ...linesStyle } as const

/** A draft opens in the composer, every other message for reading. */
const pathTo = (address: MailAddressBar, { id, folder }: MailMessageSummary) =>
  folder === 'drafts' ? mailPath({ ...address, id: null, draft: id }) : mailPath({ ...address, id })

/** The messages of a folder or a search, any number of them; only visible rows are rendered. */
export function MessageList({ address, pages, selection, onTask }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const { count = 0 } = pages
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (line) => pages.at(line)?.id ?? line,
  })
  const lines = rows.getVirtualItems()
  const [first, last] = [lines[0]?.index ?? 0, lines.at(-1)?.index ?? 0]
  useEffect(() => pages.look(first, last))
  const news = useNewMail(address, pages, scroller)

  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const toggle = useCallback((id: string, upTo: boolean) => latest.current.toggle(id, upTo), [])

  const openLine = address.id === null ? -1 : pages.lineOf(address.id)
  useEffect(() => {
    if (openLine !== -1) rows.scrollToIndex(openLine, { align: 'auto' })
    // oxlint-disable-next-line react/exhaustive-deps -- scrolls only to a different message, not to one moved by new mail
  }, [address.id, openLine === -1])

  const goTo = (line: number) => {
    if (line < 0 || line >= count) return
    setFocused(line)
    rows.scrollToIndex(line, { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-line="${line}"] a`)?.focus({ preventScroll: true }),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = Number(
      (event.target instanceof Element ? event.target.closest('[data-line]') : null)?.getAttribute(
        'data-line',
      ) ?? 0,
    )
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      Home: 0,
      End: count - 1,
      PageDown: Math.min(count - 1, from + 8),
      PageUp: Math.max(0, from - 8),
    }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    goTo(to)
  }
  const tabLine =
    focused !== null && focused >= first && focused <= last ? focused : openLine !== -1 ? openLine : first
  const isFirstLoad = pages.count === undefined && pages.error === null
  return (
    <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      {news.count > 0 && (
        <Box
          sx={{
            position: 'absolute',
            insetInline: 0,
            top: 4,
            zIndex: 1,
            display: 'flex',
            justifyContent: 'center',
            pointerEvents: 'none',
          }}
        >
          <Button
            variant="contained"
            size="small"
            onClick={news.show}
            sx={{ pointerEvents: 'auto', boxShadow: 4 }}
          >
            {t('newMail', { count: news.count })}
          </Button>
        </Box>
      )}
      <Box
        ref={scroller}
        onScroll={news.onScroll}
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          opacity: pages.isOld ? 0.6 : 1,
          overflowAnchor: 'none',
        }}
      >
        {pages.error !== null && (
          <ErrorPanel error={pages.error} title={t('listFailed')} onRetry={pages.retry} />
        )}
        {isFirstLoad && <MessageListSkeleton />}
        {pages.count === 0 && pages.error === null && <NoMessages address={address} />}
        {count > 0 && (
          <Box
            component="ul"
            role="list"
            aria-label={t('messages')}
            data-selecting={selection.ids.size > 0}
            onKeyDown={onKeyDown}
            sx={listStyle}
            style={{ height: rows.getTotalSize() }}
          >
            {lines.map(({ index, key, start }) => {
              const message = pages.at(index)
              return (
                <li
                  key={key}
                  data-line={index}
                  aria-setsize={count}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {message === undefined ? (
                    <AwaitedRow />
                  ) : (
                    <MessageRow
                      message={message}
                      showsFolder={isEverywhere(address)}
                      to={pathTo(address, message)}
                      isOpen={address.id !== null && isLineOf(message, address.id)}
                      isReachedByTab={index === tabLine}
                      isSelected={selection.ids.has(message.id)}
                      onToggle={toggle}
                      onTask={onTask}
                    />
                  )}
                </li>
              )
            })}
          </Box>
        )}
      </Box>
    </Box>
  )
}
