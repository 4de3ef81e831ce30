import { screenLabel } from '@portal/contract'
import { mdiChevronDown } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { formatNumber } from '../../../format/numbers.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { CssText } from '../../grid/CssText.tsx'
import { t } from '../../texts.ts'

export interface AllTabsProps {
  labels: readonly string[]
  current: string
  countOf: (label: string) => number | undefined
  onTab: (label: string) => void
}

/** A menu of all tabs of a record, for a tab bar that does not fit them all. */
export function AllTabs({ labels, current, countOf, onTab }: AllTabsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        data-all-tabs=""
        aria-label={t('allTabs')}
        title={t('allTabs')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ alignSelf: 'center', flex: 'none', marginInlineEnd: 2 }}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiChevronDown} />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('allTabs') } }}
      >
        {labels.map((label) => {
          const count = countOf(label)
          return (
            <MenuItem
              key={label}
              selected={label === current}
              aria-label={screenLabel(label)}
              onClick={() => {
                setAnchor(null)
                onTab(label)
              }}
            >
              {screenLabel(label)}
              {count !== undefined && count > 0 && (
                <CssText
                  text={formatNumber(count)}
                  sx={{ marginInlineStart: 1.5, fontWeight: 450, fontVariantNumeric: 'tabular-nums' }}
                />
              )}
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}
