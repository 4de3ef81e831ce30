import { mdiClose, mdiContentSaveAllOutline, mdiLinkVariant } from '@mdi/js'
import type { MailLink, MailMessage } from '@portal/contract'
import { Icon, actorAtom, openableUrl, useShell, userAtom } from '@portal/shared-ui'
import { Box, IconButton, MuiLink, Tooltip } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import type { MouseEvent } from 'react'
import { ChipList, ChipNote, chip, oneLine } from '../../../parts/chips.tsx'
import { t } from '../../../texts.ts'

function reasonOf({ reason, detail }: MailLink): string {
  switch (reason) {
    case 'by-hand':
      return t('linkReasonByHand')
    case 'reference-number':
      return t('linkReasonNumber', { detail })
    case 'known-address':
      return t('linkReasonAddress', { detail })
    case 'same-thread':
      return t('linkReasonThread')
  }
}

function RecordName({ link }: { link: MailLink }) {
  const shell = useShell()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const url = actor === null ? null : openableUrl(link.collection, link.pid, actor, user)
  if (url === null) return <bdi>{link.title}</bdi>
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    shell.navigate(url)
  }
  return (
    <MuiLink href={url} onClick={open} sx={{ ...oneLine, minWidth: 0 }}>
      <bdi>{link.title}</bdi>
    </MuiLink>
  )
}

interface LinkBarProps {
  message: MailMessage
  onUnlink: (link: MailLink) => void
  /** Saves all attachments to the files of that record. */
  onSave: (link: MailLink) => void
}

/**
 * The records a message is linked to, each with the reason, an action to unlink it, and one to save the
 * attachments to it.
 */
export function LinkBar({ message, onUnlink, onSave }: LinkBarProps) {
  const { links = [], attachments } = message
  if (links.length === 0) return null
  return (
    <ChipList label={t('links')}>
      {links.map((link) => (
        <Box
          component="li"
          key={`${link.collection} ${link.pid}`}
          sx={{
            ...chip,
            gap: 1.5,
            minHeight: 28,
            paddingInlineStart: 2,
            borderColor: 'divider',
            backgroundColor: 'portal.page',
          }}
        >
          <Icon path={mdiLinkVariant} size={16} />
          <RecordName link={link} />
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            <ChipNote>{reasonOf(link)}</ChipNote>
          </Box>
          {attachments.length > 0 && (
            <Tooltip title={t('saveAllTo', { count: attachments.length, title: link.title })}>
              <IconButton
                size="small"
                aria-label={t('saveAllTo', { count: attachments.length, title: link.title })}
                onClick={() => onSave(link)}
              >
                <Icon path={mdiContentSaveAllOutline} size={16} />
              </IconButton>
            </Tooltip>
          )}
          <Tooltip title={t('unlink', { title: link.title })}>
            <IconButton
              size="small"
              aria-label={t('unlink', { title: link.title })}
              onClick={() => onUnlink(link)}
            >
              <Icon path={mdiClose} size={16} />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
    </ChipList>
  )
}
