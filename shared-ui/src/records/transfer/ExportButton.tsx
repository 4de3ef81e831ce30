import Button from '@mui/material/Button'
import { useState } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronDown } from '../../icons/paths.ts'
import { ExportMenu } from './ExportMenu.lazy.ts'
import { t } from '../texts.ts'

/** `Export`: the current view as a file. */
export function ExportButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="outlined"
        sx={{ flex: 'none', whiteSpace: 'nowrap' }}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon path={mdiChevronDown} size={16} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('export')}
      </Button>
      <ExportMenu open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}
