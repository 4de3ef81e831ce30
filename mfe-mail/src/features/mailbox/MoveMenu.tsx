import { mdiFolderMoveOutline } from '@mdi/js'
import { mailFolderIds } from '@portal/contract'
import type { MailFolderId } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { IconButton, ListItemIcon, Menu, MenuItem, Tooltip } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { folderName } from '../../folder-name.ts'
import { t } from '../../texts.ts'
import { folderIcons } from './mail-icons.ts'

/** Target folders of a move. Drafts and messages being sent are placed automatically. */
const targets = mailFolderIds.filter((folder) => folder !== 'drafts' && folder !== 'outbox')

/** Moves to another folder. */
export function MoveMenu({
  from,
  label = t('move'),
  onMove,
}: {
  from: MailFolderId | null
  label?: string
  onMove: (folder: MailFolderId) => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon path={mdiFolderMoveOutline} />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {targets
          .filter((folder) => folder !== from)
          .map((folder) => (
            <MenuItem
              key={folder}
              onClick={() => {
                setAnchor(null)
                onMove(folder)
              }}
            >
              <ListItemIcon>
                <Icon path={folderIcons[folder]} />
              </ListItemIcon>
              {folderName(folder)}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
