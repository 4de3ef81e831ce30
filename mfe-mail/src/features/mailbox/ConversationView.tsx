import { mdiChevronDown, mdiChevronRight } from '@mdi/js'
import type { MailMessageSummary } from '@portal/contract'
import { Icon, dateTimeTooltip } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { folderName } from '../../folder-name.ts'
import { t } from '../../texts.ts'
import { MessageSkeleton, MessageView } from './MessageView.tsx'
import type { MessageViewProps } from './MessageView.tsx'
import { counterpart, shortTime } from './mail-labels.ts'
import { conversationQuery, messageQuery } from './mailbox.queries.ts'

/** Maximum number of unread messages that open with their conversation. */
const maxOpened = 5
/** Number of lines below the open message before the rest is folded. */
const maxLines = 6

interface ConversationViewProps extends MessageViewProps {
  isGrouped: boolean
  /** From the list, before the message is loaded. */
  conversationId: string | undefined
}

/**
 * The open message with the others of its conversation, newest first; alone when it has none, or when mail is
 * listed by message.
 */
export function ConversationView({ isGrouped, conversationId, ...view }: ConversationViewProps) {
  const { mailbox } = view.address
  const { data: message } = useQuery(messageQuery(mailbox, view.id))
  const known = conversationId ?? message?.conversationId
  const conversation = useQuery({
    ...conversationQuery(mailbox, known ?? ''),
    enabled: isGrouped && known !== undefined,
  })
  // `MessageView` shows the loading and error states of the message itself.
  if (!isGrouped || message === undefined) return <MessageView {...view} />
  if (conversation.isPending) return <MessageSkeleton />
  const others = conversation.data?.messages ?? []
  if (others.every(({ id }) => id === message.id)) return <MessageView {...view} />
  const all = others.some(({ id }) => id === message.id) ? others : [...others, message]
  return (
    <Conversation
      {...view}
      messages={all.toSorted((a, other) => other.receivedAt.localeCompare(a.receivedAt))}
    />
  )
}

function Conversation({ messages, ...view }: MessageViewProps & { messages: readonly MailMessageSummary[] }) {
  const place = messages.findIndex(({ id }) => id === view.id)
  // The initial set is kept: reading a message marks it as read, but it stays open. Newer messages stay
  // folded, so that the selected one is visible.
  const [begun] = useState(() => {
    const unread = messages.slice(Math.max(0, place)).filter(({ isRead }) => !isRead)
    return new Set(unread.map(({ id }) => id).slice(0, maxOpened))
  })
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [showsAll, setShowsAll] = useState(false)
  const isOpen = (id: string) => id === view.id || (turned.get(id) ?? begun.has(id))
  const shown = showsAll
    ? messages
    : messages.filter(({ id }, index) => index <= place + maxLines || isOpen(id))
  return (
    <Box role="group" aria-label={t('conversationOf', { count: messages.length })}>
      {shown.map((message) => (
        <Box key={message.id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
          {message.id !== view.id && (
            <MessageLine
              message={message}
              isOpen={isOpen(message.id)}
              onTurn={(open) => setTurned((before) => new Map(before).set(message.id, open))}
            />
          )}
          {isOpen(message.id) && (
            <MessageView {...view} id={message.id} isAlone={view.isAlone && message.id === view.id} />
          )}
        </Box>
      ))}
      {shown.length < messages.length && (
        <Button onClick={() => setShowsAll(true)} sx={{ margin: 2 }}>
          {t('showEarlier', { count: messages.length - shown.length })}
        </Button>
      )}
    </Box>
  )
}

const lineStyle = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, auto) minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 2,
  width: '100%',
  minHeight: 44,
  paddingInline: 3,
  border: 0,
  background: 'none',
  color: 'text.primary',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:hover': { backgroundColor: 'portal.hovered' },
  '&:focus-visible': { outlineOffset: -2 },
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  '& .quiet': { color: 'text.secondary' },
} as const

/** A message of the conversation folded to a line; a click opens it in place. */
function MessageLine({
  message,
  isOpen,
  onTurn,
}: {
  message: MailMessageSummary
  isOpen: boolean
  onTurn: (open: boolean) => void
}) {
  return (
    <Box
      component="button"
      type="button"
      aria-expanded={isOpen}
      onClick={() => onTurn(!isOpen)}
      sx={lineStyle}
    >
      <Icon path={isOpen ? mdiChevronDown : mdiChevronRight} size={16} />
      <Box component="bdi" sx={{ fontWeight: message.isRead ? 500 : 700 }}>
        {counterpart(message)}
      </Box>
      <bdi className="quiet">{isOpen ? '' : message.preview}</bdi>
      <span className="quiet">
        {`${folderName(message.folder)} · `}
        <time dateTime={message.receivedAt} title={dateTimeTooltip(message.receivedAt)}>
          {shortTime(message.receivedAt)}
        </time>
      </span>
    </Box>
  )
}
