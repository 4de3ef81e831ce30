import {
  mdiArchiveOutline,
  mdiCheckboxMarkedCirclePlusOutline,
  mdiClose,
  mdiDeleteRestore,
  mdiEmailMarkAsUnread,
  mdiEmailOpenOutline,
  mdiFlagOutline,
  mdiFlagRemoveOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import type { MailFolderId, MailMessageSummary } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Box, Button, IconButton, Tooltip } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { MoveMenu } from './MoveMenu.tsx'
import { targetsOf } from './use-mail-actions.ts'
import type { MailActions } from './use-mail-actions.ts'

export interface SelectionBarProps {
  /** The selected messages. */
  selected: readonly MailMessageSummary[]
  /** Number of loaded messages, which is the maximum that can be selected. */
  loaded: number
  actions: MailActions
  /** Starts a task from the message with that id. */
  onTask: (id: string) => void
  onSelectAll: () => void
  onClear: () => void
}

/** The folder of all selected messages; null when there are several, as in a search. */
export function commonFolder(messages: readonly { folder: MailFolderId }[]): MailFolderId | null {
  const [first, ...others] = new Set(messages.map(({ folder }) => folder))
  return others.length > 0 ? null : (first ?? null)
}

/** The actions for the selected messages, each with an undo. */
export function SelectionBar({ selected, loaded, actions, onTask, onSelectAll, onClear }: SelectionBarProps) {
  const folder = commonFolder(selected)
  const targets = selected.flatMap(targetsOf)
  const [one, ...others] = selected
  const allRead = selected.every(({ isRead, conversation }) =>
    conversation === undefined ? isRead : conversation.unreadCount === 0,
  )
  const allFlagged = selected.every(({ flag }) => flag)
  const buttons = [
    ...(folder === 'deleteditems'
      ? [{ label: t('restore'), icon: mdiDeleteRestore, onClick: () => actions.restore(targets) }]
      : []),
    ...(folder === 'archive'
      ? []
      : [{ label: t('archive'), icon: mdiArchiveOutline, onClick: () => actions.move(targets, 'archive') }]),
    { label: t('delete'), icon: mdiTrashCanOutline, onClick: () => actions.remove(targets) },
    {
      label: t(allRead ? 'markUnread' : 'markRead'),
      icon: allRead ? mdiEmailMarkAsUnread : mdiEmailOpenOutline,
      onClick: () => actions.setRead(targets, !allRead),
    },
    {
      label: t(allFlagged ? 'removeFlag' : 'flag'),
      icon: allFlagged ? mdiFlagRemoveOutline : mdiFlagOutline,
      onClick: () => actions.flag(targets, !allFlagged),
    },
  ]
  return (
    <Box
      role="group"
      aria-label={t('selection')}
      sx={{
        position: 'absolute',
        inset: 0,
        paddingInline: 2,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'flex-end',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box role="status" sx={{ flex: 1, fontWeight: 600 }}>
          {t('selectedCount', { count: selected.length })}
        </Box>
        {selected.length < loaded && (
          <Button onClick={onSelectAll}>{t('selectLoaded', { count: loaded })}</Button>
        )}
        <Tooltip title={t('clearSelection')}>
          <IconButton size="small" aria-label={t('clearSelection')} onClick={onClear}>
            <Icon path={mdiClose} />
          </IconButton>
        </Tooltip>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        {buttons.map(({ label, icon, onClick }) => (
          <Tooltip key={label} title={label}>
            <IconButton aria-label={t('ofSelected', { deed: label })} onClick={onClick}>
              <Icon path={icon} />
            </IconButton>
          </Tooltip>
        ))}
        {/* A task is created from exactly one message. */}
        {one !== undefined && others.length === 0 && folder !== 'drafts' && (
          <Tooltip title={t('newTask')}>
            <IconButton aria-label={t('newTask')} onClick={() => onTask(one.id)}>
              <Icon path={mdiCheckboxMarkedCirclePlusOutline} />
            </IconButton>
          </Tooltip>
        )}
        <MoveMenu
          from={folder}
          label={t('ofSelected', { deed: t('move') })}
          onMove={(to) => actions.move(targets, to)}
        />
      </Box>
    </Box>
  )
}
