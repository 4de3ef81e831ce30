import { useState } from 'react'
import { mdiDotsVertical } from '@mdi/js'
import { fileContentUrl, zipUrl } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { Icon, useShell } from '@portal/shared-ui'
import { IconButton, Menu, MenuItem } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useFileActions } from './file-actions.ts'
import { marksVisibility, otherVisibility } from './folder-columns.ts'
import { isFolder } from './folder.queries.ts'
import { useFileBrowser } from './file-browser-context.ts'

/** The actions on one file or folder. */
export function RowMenu({ record }: { record: FileRecord }) {
  const room = useFileBrowser()
  const shell = useShell()
  const acts = useFileActions()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const after = (act: () => void) => () => {
    close()
    act()
  }
  const other = otherVisibility(record)
  const whyNot = room.whyNotDelete(record)
  const whyNotMove = room.whyNotMove(record)
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('actionsOf', { name: record.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      {anchor !== null && (
        <Menu open anchorEl={anchor} onClose={close}>
          {isFolder(record) ? (
            <MenuItem component="a" href={zipUrl([record.pid])} download onClick={close}>
              {t('downloadZip')}
            </MenuItem>
          ) : (
            <MenuItem component="a" href={fileContentUrl(record.pid)} download={record.name} onClick={close}>
              {t('downloadShort')}
            </MenuItem>
          )}
          <MenuItem onClick={after(() => acts.copyLink(record))}>{t('copyLink')}</MenuItem>
          {room.mayChange && <MenuItem onClick={after(() => acts.rename(record))}>{t('rename')}</MenuItem>}
          {room.mayChange && (
            <MenuItem
              aria-disabled={whyNotMove !== null}
              aria-description={whyNotMove ?? undefined}
              title={whyNotMove ?? undefined}
              sx={{ color: whyNotMove === null ? undefined : 'text.disabled' }}
              onClick={after(() => acts.move([record]))}
            >
              {t('move')}
            </MenuItem>
          )}
          {isFolder(record) && room.seesDeleted && (
            <MenuItem
              onClick={after(() => shell.navigate(room.addressOf({ folder: record.pid, isDeleted: true })))}
            >
              {t('deletedFiles')}
            </MenuItem>
          )}
          {marksVisibility(room) && (
            <MenuItem onClick={after(() => acts.mark([record], other))}>
              {t(other === 'CLIENT' ? 'showClient' : 'hideClient')}
            </MenuItem>
          )}
          <MenuItem
            aria-disabled={whyNot !== null}
            aria-description={whyNot ?? undefined}
            title={whyNot ?? undefined}
            sx={{ color: whyNot === null ? 'error.main' : 'text.disabled' }}
            onClick={after(() => acts.remove([record]))}
          >
            {t('delete')}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}
