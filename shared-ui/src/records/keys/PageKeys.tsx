import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '../../feedback/ErrorBoundary.tsx'
import { useRecordPage } from '../record-page-context.ts'
import type { MenuName } from '../record-page-context.ts'

const HelpSheet = lazy(() => import('./lazy/HelpSheet.tsx'))

const menuOf: Readonly<Record<string, MenuName>> = { f: 'filter', s: 'sort', g: 'group', h: 'hide', v: 'views' }

/** Is somebody typing there, or is a dialog in front? Keys of the page are off then. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('input, textarea, select, [role=textbox], [role=combobox]') !== null) {
    // A checkbox takes Space alone; letters pass.
    return !(target instanceof HTMLInputElement && target.type === 'checkbox')
  }
  return target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null || document.querySelector('.MuiModal-root [role=dialog]') !== null
}

/** The keys of a record page: `/` searches, letters open the menus, `?` shows them all. Draws nothing but that sheet. */
export function PageKeys({ onSearch }: { onSearch: () => void }) {
  const { openMenu } = useRecordPage()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const act = useRef<(key: string) => boolean>(() => false)
  useEffect(() => {
    act.current = (key) => {
      const menu = Object.hasOwn(menuOf, key) ? menuOf[key] : undefined
      if (key === '/') onSearch()
      else if (key === '?') setHelpOpen(true)
      else if (menu !== undefined) openMenu(menu)
      return key === '/' || key === '?' || menu !== undefined
    }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
      if (act.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!isHelpOpen) return null
  return (
    <ErrorBoundary>
      <Suspense>
        <HelpSheet onClose={() => setHelpOpen(false)} />
      </Suspense>
    </ErrorBoundary>
  )
}
