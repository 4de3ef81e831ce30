import { mdiArrowLeft, mdiEmailOffOutline } from '@mdi/js'
import type { MailMessage } from '@portal/contract'
import { ErrorPanel, Icon, Notice, isProblem, userAtom } from '@portal/shared-ui'
import { Box, Button, IconButton, Skeleton, Tooltip } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useId, useRef, useState } from 'react'
import { folderName } from '../../folder-name.ts'
import { rawUrl } from '../../mail-calls.ts'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'
import { AttachmentList } from './AttachmentList.tsx'
import { LinkBar } from './links/LinkBar.tsx'
import { OfferedLinks } from './links/OfferedLinks.tsx'
import { SharingBar } from './links/SharingBar.tsx'
import type { LinkActions } from './links/use-link-actions.ts'
import { MessageActions } from './MessageActions.tsx'
import { MessageBody } from './MessageBody.tsx'
import { MessageHeader } from './MessageHeader.tsx'
import { OutcomesBar, ReportBar } from './ReportNotices.tsx'
import { HintBar, PicturesBar, SendingBar, UnreadRestBar } from './MessageNotices.tsx'
import { messageQuery } from './mailbox.queries.ts'
import { isTrusted, trustSender } from './trusted-senders.ts'
import type { MailActions } from './use-mail-actions.ts'
import type { ComposeActions } from './compose-actions.ts'

export interface MessageViewProps {
  id: string
  address: MailAddressBar
  actions: MailActions
  linkActions: LinkActions
  writing: ComposeActions
  /** Opens the search for a record to link. */
  onLink: (message: MailMessage) => void
  /** Opens the dialog for a task from this message. */
  onTask: (message: MailMessage) => void
  /** With one pane, the link back to the list is above the message. */
  isAlone: boolean
  /** On narrow screens the answer buttons are icons with tooltips. */
  isNarrow: boolean
}

/** Body and images of a message. Remote content is loaded only when the user agreed. */
function Body({ message }: { message: MailMessage }) {
  const person = useAtomValue(userAtom)?.pid ?? ''
  // An unverified sender may be anybody.
  const isProven = message.authentication === undefined || message.authentication.verdict === 'verified'
  const [showsPictures, setShowsPictures] = useState(
    () => isProven && isTrusted(person, message.from.address),
  )
  const always = () => {
    trustSender(person, message.from.address)
    setShowsPictures(true)
  }
  return (
    <>
      {message.blockedPictures > 0 && !showsPictures && (
        <PicturesBar
          count={message.blockedPictures}
          onShow={() => setShowsPictures(true)}
          onAlways={isProven ? always : null}
        />
      )}
      <MessageBody message={message} showsPictures={showsPictures && message.blockedPictures > 0} />
    </>
  )
}

/** The open message. Opening it marks it as read once, so that marking it as unread again is kept. */
export function MessageView({
  id,
  address,
  actions,
  linkActions,
  writing,
  onLink,
  onTask,
  isAlone,
  isNarrow,
}: MessageViewProps) {
  const { data: message, error, refetch } = useQuery(messageQuery(address.mailbox, id))
  const headingId = useId()
  const wasOpened = useRef(false)
  const { setRead } = actions
  useEffect(() => {
    if (message === undefined || wasOpened.current) return
    wasOpened.current = true
    if (!message.isRead) setRead([message], true)
  }, [message, setRead])

  const list = mailPath({ ...address, id: null })
  const back = t('backToFolder', { folder: folderName(address.folder) })
  if (error !== null && isProblem(error, 'not-found')) {
    return (
      <Notice icon={mdiEmailOffOutline} title={t('goneTitle')} text={t('goneText')}>
        <Button component={Link} to={list} startIcon={<Icon path={mdiArrowLeft} />}>
          {back}
        </Button>
      </Notice>
    )
  }
  if (message === undefined && error !== null)
    return <ErrorPanel error={error} title={t('messageFailed')} onRetry={() => void refetch()} />
  if (message === undefined) return <MessageSkeleton />
  return (
    <Box component="article" aria-labelledby={headingId} sx={{ display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          display: 'flex',
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
        {isAlone && (
          <Tooltip title={back}>
            <IconButton component={Link} to={list} aria-label={back} sx={{ alignSelf: 'flex-start' }}>
              <Icon path={mdiArrowLeft} />
            </IconButton>
          </Tooltip>
        )}
        <MessageActions
          message={message}
          mailbox={address.mailbox}
          actions={actions}
          writing={writing}
          onLink={() => onLink(message)}
          onTask={() => onTask(message)}
          isNarrow={isNarrow}
        />
      </Box>
      <LinkBar
        message={message}
        onUnlink={(link) => linkActions.unlink(message, link)}
        onSave={(link) => linkActions.save(message, message.attachments, link)}
      />
      <SharingBar message={message} onShare={(isShared) => linkActions.share(message, isShared)} />
      <OfferedLinks
        message={message}
        onLink={(link) => linkActions.link(message, link, false)}
        onDismiss={(link) => linkActions.dismiss(message, link)}
      />
      <MessageHeader message={message} headingId={headingId} />
      <SendingBar
        message={message}
        onTakeBack={() => writing.takeBack(message.id)}
        onResend={() => actions.resend(message)}
      />
      <ReportBar message={message} address={address} />
      <OutcomesBar message={message} address={address} />
      <HintBar hints={message.hints ?? []} />
      <UnreadRestBar message={message} wholeUrl={rawUrl(address.mailbox, message.id)} />
      <AttachmentList
        message={message}
        mailbox={address.mailbox}
        onSave={(attachment, record) => linkActions.save(message, [attachment], record)}
        onLink={() => onLink(message)}
      />
      <Box sx={{ paddingTop: 1 }}>
        <Body message={message} />
      </Box>
    </Box>
  )
}

/** The loading skeleton of a message. */
export function MessageSkeleton() {
  return (
    <Box role="status" aria-label={t('loadingMessage')} sx={{ padding: 4 }}>
      {['60%', '35%', '90%', '84%', '70%'].map((width) => (
        <Skeleton key={width} variant="text" animation={false} width={width} height={28} />
      ))}
    </Box>
  )
}
