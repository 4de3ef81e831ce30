import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Actor, Declaration } from '@portal/contract'
import { Icon } from '../../../icons/Icon.tsx'
import { mdiPlus } from '../../../icons/paths.ts'
import { useRecord } from '../../drawer/use-record.ts'
import { t } from './texts.ts'
import { useCreate } from './use-create.tsx'

/** In a record's head: the menu of records that can be created from it. Absent if there are none. */
export function CreateButton({
  declaration,
  pid,
  actor,
}: {
  declaration: Declaration
  pid: string
  actor: Actor
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data: record } = useRecord(declaration, pid)
  const { kinds, create, dialog } = useCreate(declaration, record, actor)
  if (kinds.length === 0) return null
  return (
    <>
      <IconButton
        aria-label={t('create')}
        title={t('create')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiPlus} />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{
          paper: { role: 'region', 'aria-label': t('create') },
          list: { 'aria-label': t('create') },
        }}
      >
        {kinds.map((kind) => (
          <MenuItem
            key={kind}
            onClick={() => {
              setAnchor(null)
              create(kind)
            }}
          >
            {t(`new_${kind}`)}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  )
}
