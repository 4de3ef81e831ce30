import { ErrorPanel } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useEffect, useRef } from 'react'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { messagesQuery } from './mailbox.queries.ts'
import { MessageListSkeleton, NoMessages } from './MessageListStates.tsx'
import { MessageRow } from './MessageRow.tsx'
import { Pager } from './Pager.tsx'

/** One page of a folder's messages, newest first. It stays and keeps its place while messages open beside it. */
export function MessageList({ address }: { address: MailAddressBar }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(messagesQuery(address))
  const scroller = useRef<HTMLDivElement>(null)
  const { mailbox, folder, page, q } = address
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [mailbox, folder, page, q])

  const count = data?.metadata.count ?? 0
  const told = data === undefined || isPlaceholderData ? '' : t(q === '' ? 'messageCount' : 'foundCount', { count })
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      <Box
        component="output"
        sx={{ display: 'block', minHeight: 24, paddingInline: 3, paddingBlock: 1, typography: 'caption', color: 'text.secondary' }}
      >
        {told}
      </Box>
      <Box
        ref={scroller}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', borderTop: 1, borderColor: 'divider', opacity: isPlaceholderData ? 0.6 : 1 }}
      >
        {data === undefined && error !== null && <ErrorPanel error={error} title={t('listFailed')} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <MessageListSkeleton />}
        {data?.messages.length === 0 && <NoMessages address={address} count={count} />}
        {data !== undefined && data.messages.length > 0 && (
          <Box component="ul" role="list" aria-label={t('messages')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {data.messages.map((message) => (
              <MessageRow key={message.id} message={message} address={address} />
            ))}
          </Box>
        )}
      </Box>
      <Pager address={address} count={count} />
    </Box>
  )
}
