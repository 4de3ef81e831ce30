import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ComponentType } from 'react'
import { useCallback, useRef, useState } from 'react'
import { Popover } from '../../layout/Popover.lazy.ts'
import type { PopoverActions } from '@mui/material/Popover'
import { lazyComponent } from '../../feedback/lazy-part.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { Icon } from '../../icons/Icon.tsx'
import { CssText } from '../grid/CssText.tsx'
import { useRecordPage } from './record-page-context.ts'
import type { MenuName } from './record-page-context.ts'

type LoadContent = () => Promise<{ default: ComponentType }>

export interface MenuButtonProps {
  name: MenuName
  /** The button's accessible name, and that of its menu. Source: contract.md 9. */
  label: string
  icon: string
  /** How many are set; shown when there are any, and read as a description. */
  count?: number
  /** What is set, in words, where a number says too little. */
  description?: string
  /** Shown behind the label, such as the name of the view. */
  suffix?: string
  /** Code of the menu, loaded when it is wanted. */
  load: LoadContent
}

/**
 * A toolbar button whose menu stays open while one builds. Its code comes with the first pointer or focus on
 * the button.
 */
export function MenuButton({ name, label, icon, count = 0, description, suffix, load }: MenuButtonProps) {
  const { menu, openMenu, closeMenu } = useRecordPage()
  const button = useRef<HTMLButtonElement>(null)
  const [Content] = useState(() =>
    lazyComponent(load, { fallback: <Box aria-busy sx={{ width: 320, height: 120 }} /> }),
  )
  const isOpen = menu?.name === name
  const place = useRef<PopoverActions>(null)
  // What is drawn first is the space kept for the menu; the menu itself is wider and is put where it fits.
  const keepInSight = useCallback((content: HTMLElement | null) => {
    if (content === null) return undefined
    const observer = new ResizeObserver(() => place.current?.updatePosition())
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  // A failed import is told by the menu, when it opens.
  const prefetch = () => void load().catch(() => undefined)
  const words = description ?? (count > 0 ? formatNumber(count) : undefined)
  return (
    <>
      <Button
        ref={button}
        variant="text"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-description={words}
        onClick={() => openMenu(name)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        startIcon={<Icon path={icon} size={18} />}
        sx={{
          color: 'text.primary',
          paddingInline: 2,
          flex: 'none',
          ...((count > 0 || isOpen) && {
            backgroundColor: 'portal.primarySoft.main',
            color: 'portal.primarySoft.text',
          }),
          '& .MuiButton-startIcon': { marginInline: '0 6px' },
        }}
      >
        {label}
        {suffix !== undefined && (
          <CssText
            text={`: ${suffix}`}
            sx={{
              maxWidth: 160,
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          />
        )}
        {count > 0 && <CssText text={formatNumber(count)} sx={{ marginInlineStart: 1.5, fontWeight: 600 }} />}
      </Button>
      <Popover
        action={place}
        open={isOpen}
        anchorEl={() => button.current}
        onClose={closeMenu}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        marginThreshold={8}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { maxWidth: 'calc(100vw - 16px)', marginTop: 1 },
          },
        }}
      >
        <Box ref={keepInSight}>
          <Content />
        </Box>
      </Popover>
    </>
  )
}
