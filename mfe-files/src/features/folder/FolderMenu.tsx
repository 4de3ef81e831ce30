import { useState } from 'react'
import { mdiDotsVertical } from '@mdi/js'
import { zipUrl } from '@portal/contract'
import { Icon, useShell } from '@portal/shared-ui'
import { IconButton, Menu, MenuItem } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { copyAddress } from './copy-address.ts'
import { useFileBrowser } from './file-browser-context.ts'

/** The actions on the open folder itself. */
export function FolderMenu({ label }: { label: string }) {
  const { place, addressOf, seesDeleted } = useFileBrowser()
  const shell = useShell()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const name = t('actionsOf', { name: label })
  return (
    <>
      <IconButton
        aria-label={name}
        title={name}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      {anchor !== null && (
        <Menu open anchorEl={anchor} onClose={close}>
          <MenuItem
            onClick={() => {
              close()
              copyAddress(shell, addressOf({}))
            }}
          >
            {t('copyLink')}
          </MenuItem>
          {place.folder !== null && (
            <MenuItem component="a" href={zipUrl([place.folder])} download onClick={close}>
              {t('downloadZip')}
            </MenuItem>
          )}
          {seesDeleted && (
            <MenuItem
              onClick={() => {
                close()
                shell.navigate(addressOf({ isDeleted: true }))
              }}
            >
              {t('deletedFiles')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  )
}
