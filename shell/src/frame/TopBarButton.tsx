import { Icon } from '@portal/shared-ui'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from './lazy-component.tsx'

/** Props of a menu or list that a button of the top bar opens. */
export interface OpenedProps {
  anchor: HTMLElement
  onClose: () => void
}

interface TopBarButtonProps {
  label: string
  icon: string
  popup: 'menu' | 'dialog'
  opened: MenuComponent
  /** A mark on the icon, such as a count. */
  children?: ReactNode
}

export type MenuComponent = ReturnType<typeof opened>

/** The code of a menu or list, loaded when the pointer or the focus reaches its button. */
export function opened(load: () => Promise<{ default: ComponentType<OpenedProps> }>) {
  return lazyComponent(load)
}

/** A button of the top bar that opens a menu or a list. */
export function TopBarButton({ label, icon, popup, opened: { Part, preload }, children }: TopBarButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-haspopup={popup}
        aria-expanded={anchor !== null}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={icon} />
        {children}
      </button>
      {anchor !== null && <Part anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
