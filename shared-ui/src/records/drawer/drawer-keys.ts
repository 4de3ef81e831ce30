import type { KeyboardEvent } from 'react'

export interface DrawerKeys {
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

const isInput = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** True if the event comes from inside the element. Dialogs above it are its children only in React. */
export function isWithin({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  return target instanceof Node && currentTarget.contains(target)
}

/**
 * Keys of an open record: `j` and `k` for the next and previous record, `s` for its steps, `1` to `9` for its
 * tabs. Inactive inside inputs (look.md 9).
 */
export function onDrawerKey(event: KeyboardEvent<HTMLElement>, { onPrevious, onNext }: DrawerKeys): void {
  const drawer = event.currentTarget
  if (
    !isWithin(event) ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isInput(event.target)
  )
    return
  const act =
    event.key === 'j'
      ? onNext
      : event.key === 'k'
        ? onPrevious
        : event.key === 's'
          ? stepsOf(drawer)
          : tabOf(drawer, event.key)
  if (act === null) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

/** Returns a function that opens the steps menu, or null. */
function stepsOf(drawer: HTMLElement): (() => void) | null {
  const button = drawer.querySelector<HTMLElement>('[data-steps-menu]')
  return button === null ? null : () => button.click()
}

function tabOf(drawer: HTMLElement, key: string): (() => void) | null {
  if (!/^[1-9]$/.test(key)) return null
  const tab = drawer.querySelectorAll<HTMLElement>('[role="tab"]')[Number(key) - 1]
  if (tab === undefined) return null
  return () => {
    tab.focus()
    tab.click()
  }
}
