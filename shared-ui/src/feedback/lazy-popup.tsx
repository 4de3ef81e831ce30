import { useState } from 'react'
import type { ComponentType } from 'react'
import { lazyComponent } from './lazy-part.tsx'

/**
 * A lazy component with a state `open`, such as a menu. Its code loads when it first opens, or before, when the
 * page is idle. After that it stays mounted, so that it closes as it otherwise does.
 */
export function lazyPopup<Props extends { open: boolean }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: { prefetch?: boolean } = {},
): ComponentType<Props> {
  const Part = lazyComponent(load, options)
  return function Popup(props: Props) {
    const [wasOpen, setWasOpen] = useState(props.open)
    if (props.open && !wasOpen) setWasOpen(true)
    return wasOpen ? <Part {...props} /> : null
  }
}
