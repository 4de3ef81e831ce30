import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { useShell } from '../../portal/shell-api.ts'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronDown, mdiChevronUp, mdiClose, mdiLinkVariant } from '../../icons/paths.ts'
import { t } from '../texts.ts'

export interface DrawerButtonsProps {
  /** Further actions on the record. */
  menu?: ReactNode
  onClose: () => void
  /** Null at the first record of the list. */
  onPrevious: (() => void) | null
  /** Null at the last record. */
  onNext: (() => void) | null
}

/** The toolbar above a record's head. */
export function DrawerButtons({ menu, onClose, onPrevious, onNext }: DrawerButtonsProps) {
  const shell = useShell()
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      shell.toast({ title: t('linkCopied') })
    } catch {
      shell.toast({ title: t('linkNotCopied'), colour: 'red' })
    }
  }
  const step = (label: string, icon: string, act: (() => void) | null) => (
    <IconButton
      aria-label={label}
      title={label}
      aria-disabled={act === null}
      onClick={() => act?.()}
      sx={act === null ? { color: 'text.disabled' } : {}}
    >
      <Icon path={icon} />
    </IconButton>
  )
  return (
    <Box
      sx={{ display: 'flex', gap: 1, alignItems: 'center', paddingInline: 3, paddingBlock: 2, flex: 'none' }}
    >
      {step(t('previousRecord'), mdiChevronUp, onPrevious)}
      {step(t('nextRecord'), mdiChevronDown, onNext)}
      <Box sx={{ flex: 1 }} />
      {step(t('copyLink'), mdiLinkVariant, () => void copyLink())}
      {menu}
      {step(t('close'), mdiClose, onClose)}
    </Box>
  )
}
