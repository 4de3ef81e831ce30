import {
  mdiArchiveOutline,
  mdiDownloadOutline,
  mdiEmailMarkAsUnread,
  mdiEmailOpenOutline,
  mdiFlag,
  mdiFlagOutline,
  mdiInboxArrowDownOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import type { MailMessage } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Button, IconButton, Stack, Tooltip } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { rawUrl } from './mailbox.queries.ts'
import type { MailActions } from './use-mail-actions.ts'

interface Action {
  label: string
  icon: string
  onClick: () => void
}

/** What makes sense for this message, in the order of the buttons. */
function actionsFor(message: MailMessage, actions: MailActions): Action[] {
  const isFiled = message.folder === 'archive' || message.folder === 'deleteditems' || message.folder === 'junkemail'
  return [
    { label: t(message.flag ? 'removeFlag' : 'flag'), icon: message.flag ? mdiFlag : mdiFlagOutline, onClick: () => actions.flag(message) },
    {
      label: t(message.isRead ? 'markUnread' : 'markRead'),
      icon: message.isRead ? mdiEmailMarkAsUnread : mdiEmailOpenOutline,
      onClick: () => actions.setRead(message, !message.isRead),
    },
    ...(isFiled ? [{ label: t('moveToInbox'), icon: mdiInboxArrowDownOutline, onClick: () => actions.move(message, 'inbox') }] : []),
    ...(message.folder === 'archive' ? [] : [{ label: t('archive'), icon: mdiArchiveOutline, onClick: () => actions.move(message, 'archive') }]),
    { label: t('delete'), icon: mdiTrashCanOutline, onClick: () => actions.remove(message) },
  ]
}

export interface MessageActionsProps {
  message: MailMessage
  mailbox: string | null
  actions: MailActions
  /** Little room: icons with tooltips, of the same names. */
  isNarrow: boolean
}

/** What can be done with the open message. */
export function MessageActions({ message, mailbox, actions, isNarrow }: MessageActionsProps) {
  return (
    <Stack direction="row" role="group" aria-label={t('actions')} sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {actionsFor(message, actions).map(({ label, icon, onClick }) =>
        isNarrow ? (
          <Tooltip key={label} title={label}>
            <IconButton aria-label={label} onClick={onClick}>
              <Icon path={icon} />
            </IconButton>
          </Tooltip>
        ) : (
          <Button key={label} color="inherit" startIcon={<Icon path={icon} />} onClick={onClick}>
            {label}
          </Button>
        ),
      )}
      <Tooltip title={t('download')}>
        <IconButton component="a" href={rawUrl(mailbox, message.id)} download aria-label={t('download')}>
          <Icon path={mdiDownloadOutline} />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
