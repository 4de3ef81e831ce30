import { isForPage, loadHelpSheet, useShell } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef, useState } from 'react'
import { lazyComponent } from '../../frame/lazy-component.tsx'
import { menuAtom } from '../../navigation/navigation.state.ts'
import { goKeys } from './go-keys.ts'

const { Part: HelpSheet } = lazyComponent(loadHelpSheet)

/**
 * Keyboard shortcuts of every page: `g` and a letter opens a page, `?` lists all shortcuts. Renders only that
 * list.
 */
export function PortalKeys() {
  const shell = useShell()
  const menu = useAtomValue(menuAtom)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const latest = useRef(menu)
  useEffect(() => {
    latest.current = menu
  }, [menu])
  useEffect(() => {
    const press = goKeys()
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return
      const page = press(event, latest.current)
      if (page === null && event.key !== '?') return
      event.preventDefault()
      if (page === null) setHelpOpen(true)
      else shell.navigate(page)
    }
    // In the capture phase, before the shortcuts of the open page, so that they do not handle the second
    // letter of a sequence.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [shell])
  return isHelpOpen && <HelpSheet onClose={() => setHelpOpen(false)} />
}
