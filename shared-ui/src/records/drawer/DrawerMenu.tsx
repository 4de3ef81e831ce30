import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { isClosedRecord, isStaff, isWatchable } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiDotsVertical } from '../../icons/paths.ts'
import { t as tPrint } from '../../print/texts.ts'
import { mayDelete } from '../edit/may-write.ts'
import { t } from '../edit/texts.ts'
import { useRecord } from './use-record.ts'
import { WatchItem } from '../watching/WatchItem.tsx'
import { DeleteOneDialog } from '../bulk/DeleteOneDialog.lazy.ts'

export interface DrawerMenuProps {
  declaration: Declaration
  pid: string
  actor: Actor
  onTab: (tab: string) => void
  onDeleted: () => void
}

/** The menu of further actions on the open record. */
export function DrawerMenu({ declaration, pid, actor, onTab, onDeleted }: DrawerMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const { data: record } = useRecord(declaration, pid)
  if (record === undefined) return null
  // The tab says whether this is possible now, and the reason if not.
  const mayFollow =
    declaration.hasSuccessors === true && isClosedRecord(declaration, record) && isStaff(actor.role)
  return (
    <>
      <IconButton
        aria-label={t('moreActions')}
        title={t('moreActions')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {isWatchable(declaration) && <WatchItem record={{ collection: declaration.name, pid }} />}
        <MenuItem
          onClick={() => {
            setAnchor(null)
            // Print after the menu has restored the focus, since the browser's dialog takes it.
            setTimeout(() => window.print())
          }}
        >
          {tPrint('print')}
        </MenuItem>
        {mayFollow && (
          <MenuItem
            onClick={() => {
              setAnchor(null)
              onTab('Relation')
            }}
          >
            {t('amendOrRenew')}
          </MenuItem>
        )}
        {mayDelete(declaration, record, actor) && (
          <MenuItem
            onClick={() => {
              setAnchor(null)
              setDeleting(true)
            }}
          >
            {t('delete')}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && (
        <DeleteOneDialog
          collection={declaration}
          pid={pid}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
