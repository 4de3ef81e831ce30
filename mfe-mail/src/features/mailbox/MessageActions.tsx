import {
  mdiArchiveOutline,
  mdiCheckboxMarkedCirclePlusOutline,
  mdiDeleteRestore,
  mdiDownloadOutline,
  mdiEmailMarkAsUnread,
  mdiEmailOpenOutline,
  mdiFlag,
  mdiFlagOutline,
  mdiShareOutline,
  mdiInboxArrowDownOutline,
  mdiLinkVariant,
  mdiPencilOutline,
  mdiReplyAllOutline,
  mdiReplyOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import type { MailMessage } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Box, Button, IconButton, Stack, Tooltip } from '@portal/shared-ui/mui'
import { rawUrl } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'
import { t } from '../../texts.ts'
import { MoveMenu } from './MoveMenu.tsx'
import type { MailActions } from './use-mail-actions.ts'
import type { ComposeActions } from './compose-actions.ts'

interface Action {
  label: string
  icon: string
  onClick: () => void
}

/** The answer actions of a message; for a draft, the action to edit it. A message being sent has neither. */
function answersTo(message: MailMessage, writing: ComposeActions): Action[] {
  if (message.folder === 'drafts')
    return [{ label: t('editDraft'), icon: mdiPencilOutline, onClick: () => writing.edit(message.id) }]
  return [
    { label: t('reply'), icon: mdiReplyOutline, onClick: () => writing.answer(message, 'reply') },
    { label: t('replyAll'), icon: mdiReplyAllOutline, onClick: () => writing.answer(message, 'replyAll') },
    { label: t('forward'), icon: mdiShareOutline, onClick: () => writing.answer(message, 'forward') },
  ]
}

/** The actions that apply to this message, in the order of the buttons. */
function deedsFor(
  message: MailMessage,
  actions: MailActions,
  { onLink, onTask }: Pick<MessageActionsProps, 'onLink' | 'onTask'>,
): Action[] {
  const one = [message]
  const isDeleted = message.folder === 'deleteditems'
  const isFiled = message.folder === 'archive' || message.folder === 'junkemail'
  return [
    ...(isDeleted
      ? [{ label: t('restore'), icon: mdiDeleteRestore, onClick: () => actions.restore(one) }]
      : []),
    ...(isFiled
      ? [
          {
            label: t('moveToInbox'),
            icon: mdiInboxArrowDownOutline,
            onClick: () => actions.move(one, 'inbox'),
          },
        ]
      : []),
    ...(message.folder === 'archive'
      ? []
      : [{ label: t('archive'), icon: mdiArchiveOutline, onClick: () => actions.move(one, 'archive') }]),
    { label: t('delete'), icon: mdiTrashCanOutline, onClick: () => actions.remove(one) },
    { label: t('link'), icon: mdiLinkVariant, onClick: onLink },
    ...(message.folder === 'drafts'
      ? []
      : [{ label: t('newTask'), icon: mdiCheckboxMarkedCirclePlusOutline, onClick: onTask }]),
    {
      label: t(message.flag ? 'removeFlag' : 'flag'),
      icon: message.flag ? mdiFlag : mdiFlagOutline,
      onClick: () => actions.flag(one, !message.flag),
    },
    {
      label: t(message.isRead ? 'markUnread' : 'markRead'),
      icon: message.isRead ? mdiEmailMarkAsUnread : mdiEmailOpenOutline,
      onClick: () => actions.setRead(one, !message.isRead),
    },
  ]
}

export interface MessageActionsProps {
  message: MailMessage
  mailbox: Mailbox
  actions: MailActions
  writing: ComposeActions
  onLink: () => void
  /** Opens the dialog for a task from this message. */
  onTask: () => void
  /** On narrow screens the answer buttons are icons with tooltips of the same names. */
  isNarrow: boolean
}

function IconAction({ label, icon, onClick }: Action) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick}>
        <Icon path={icon} />
      </IconButton>
    </Tooltip>
  )
}

/** The actions for the open message. */
export function MessageActions({
  message,
  mailbox,
  actions,
  writing,
  onLink,
  onTask,
  isNarrow,
}: MessageActionsProps) {
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t('actions')}
      sx={{ flex: 1, flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}
    >
      {answersTo(message, writing).map((action) =>
        isNarrow ? (
          <IconAction key={action.label} {...action} />
        ) : (
          <Button
            key={action.label}
            color="inherit"
            startIcon={<Icon path={action.icon} />}
            onClick={action.onClick}
          >
            {action.label}
          </Button>
        ),
      )}
      {/* On a phone the icons are not spread out, so that they fit in two lines. */}
      <Box sx={{ display: { xs: 'none', sm: 'block' }, flex: 1 }} />
      {deedsFor(message, actions, { onLink, onTask }).map((action) => (
        <IconAction key={action.label} {...action} />
      ))}
      <MoveMenu from={message.folder} onMove={(folder) => actions.move([message], folder)} />
      <Tooltip title={t('download')}>
        <IconButton component="a" href={rawUrl(mailbox, message.id)} download aria-label={t('download')}>
          <Icon path={mdiDownloadOutline} />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
