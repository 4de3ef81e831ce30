import { useState } from 'react'
import { mdiSort } from '@mdi/js'
import { Icon, useShell } from '@portal/shared-ui'
import { IconButton, Menu, MenuItem } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { nextSort, sortKeys } from './folder-order.ts'
import { useFileBrowser } from './file-browser-context.ts'

/** Sorts the folder by name, kind, size or date; a second click reverses the order. */
export function SortMenu() {
  const { place, addressOf } = useFileBrowser()
  const shell = useShell()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { sort } = place
  const key = sortKeys.find((sortKey) => sort === sortKey || sort === `-${sortKey}`) ?? 'name'
  const description = `${t(key)}, ${t(sort === key ? 'ascending' : 'descending')}`
  return (
    <>
      <IconButton
        aria-label={t('sort')}
        aria-description={description}
        title={`${t('sort')}: ${description}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiSort} />
      </IconButton>
      {anchor !== null && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {sortKeys.map((sortKey) => (
            <MenuItem
              key={sortKey}
              selected={sortKey === key}
              onClick={() => {
                setAnchor(null)
                shell.navigate(addressOf({ sort: nextSort(sort, sortKey) }))
              }}
            >
              {t(sortKey)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
