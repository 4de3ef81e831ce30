import { mdiArrowLeft, mdiEmailOffOutline, mdiImageOffOutline } from '@mdi/js'
import { mailFolderNames } from '@portal/contract'
import { ErrorPanel, Icon, Notice, isProblem } from '@portal/shared-ui'
import { Box, Button, Skeleton } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { useEffect, useId, useRef } from 'react'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { AttachmentList } from './AttachmentList.tsx'
import { MessageActions } from './MessageActions.tsx'
import { MessageBody } from './MessageBody.tsx'
import { MessageHead } from './MessageHead.tsx'
import { messageQuery } from './mailbox.queries.ts'
import type { MailActions } from './use-mail-actions.ts'

interface MessageViewProps {
  id: string
  address: MailAddressBar
  actions: MailActions
  /** One pane alone: the way back to the list stands above the message. */
  isAlone: boolean
  /** Little room: the actions are icons with tooltips. */
  isNarrow: boolean
}

/** The open message. Opening it marks it as read, once: marking it unread again stays. */
export function MessageView({ id, address, actions, isAlone, isNarrow }: MessageViewProps) {
  const { data: message, error, refetch } = useQuery(messageQuery(address.mailbox, id))
  const headingId = useId()
  const wasOpened = useRef(false)
  const { setRead } = actions
  useEffect(() => {
    if (message === undefined || wasOpened.current) return
    wasOpened.current = true
    if (!message.isRead) setRead(message, true)
  }, [message, setRead])

  const list = mailPath({ ...address, id: null })
  const back = (
    <Button component={Link} to={list} startIcon={<Icon path={mdiArrowLeft} />}>
      {t('backToFolder', { folder: mailFolderNames[address.folder] })}
    </Button>
  )
  if (error !== null && isProblem(error, 'not-found')) {
    return (
      <Notice icon={mdiEmailOffOutline} title={t('goneTitle')} text={t('goneText')}>
        {back}
      </Notice>
    )
  }
  if (message === undefined && error !== null) return <ErrorPanel error={error} title={t('messageFailed')} onRetry={() => void refetch()} />
  if (message === undefined) return <MessageSkeleton />
  return (
    <Box component="article" aria-labelledby={headingId} sx={{ display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          paddingInline: 2,
          paddingBlock: 1,
          minHeight: 44,
          borderBottom: 1,
          borderColor: 'divider',
          position: 'sticky',
          top: 0,
          zIndex: 1,
          backgroundColor: 'portal.surface',
        }}
      >
        {isAlone && back}
        <MessageActions message={message} mailbox={address.mailbox} actions={actions} isNarrow={isNarrow} />
      </Box>
      <MessageHead message={message} headingId={headingId} />
      <AttachmentList message={message} mailbox={address.mailbox} />
      {message.blockedPictures > 0 && (
        <Box
          sx={{
            display: 'flex',
            gap: 2,
            alignItems: 'center',
            marginInline: 4,
            marginBlock: 2,
            paddingInline: 3,
            paddingBlock: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            color: 'text.secondary',
          }}
        >
          <Icon path={mdiImageOffOutline} />
          {t('blocked', { count: message.blockedPictures })}
        </Box>
      )}
      <MessageBody message={message} />
    </Box>
  )
}

function MessageSkeleton() {
  return (
    <Box role="status" aria-label={t('loadingMessage')} sx={{ padding: 4 }}>
      {['60%', '35%', '90%', '84%', '70%'].map((width) => (
        <Skeleton key={width} variant="text" animation={false} width={width} height={28} />
      ))}
    </Box>
  )
}
