import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ComponentType } from 'react'
import { useCallback, useRef, useState } from 'react'
import Popover from '@mui/material/Popover'
import type { PopoverActions } from '@mui/material/Popover'
import { lazyComponent } from '../../feedback/lazy-part.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { Icon } from '../../icons/Icon.tsx'
import { CssText } from '../CssText.tsx'
import { useRecordPage } from '../record-page-context.ts'
import type { MenuName } from '../record-page-context.ts'

type LoadContent = () => Promise<{ default: ComponentType }>

export interface MenuButtonProps {
  name: MenuName
  /** Accessible name of the button and its menu. Source: contract.md 9. */
  label: string
  icon: string
  /** Number of settings; shown if not 0, and read as a description. */
  count?: number
  /** Description of the settings, if a number is not enough. */
  description?: string
  /** Shown after the label, for example the name of the view. */
  suffix?: string
  /** Loads the menu's code. */
  load: LoadContent
}

/**
 * A toolbar button with a menu that stays open during changes. The menu's code is loaded when the button is
 * first hovered or focused.
 */
export function MenuButton({ name, label, icon, count = 0, description, suffix, load }: MenuButtonProps) {
  const { menu, openMenu, closeMenu } = useRecordPage()
  const button = useRef<HTMLButtonElement>(null)
  const [Content] = useState(() =>
    lazyComponent(load, { fallback: <Box aria-busy sx={{ width: 320, height: 120 }} /> }),
  )
  const isOpen = menu?.name === name
  const place = useRef<PopoverActions>(null)
  // The placeholder is smaller than the menu, so the position is updated when the menu is rendered.
  const keepInSight = useCallback((content: HTMLElement | null) => {
    if (content === null) return undefined
    const observer = new ResizeObserver(() => place.current?.updatePosition())
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  // The menu shows a failed import when it opens.
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
