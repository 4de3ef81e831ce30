import './trusted-types.ts'
import './frame/styles.css'
import './frame/menu.css'
import './frame/pages.css'
import './frame/print.css'
import { createRoot } from 'react-dom/client'
import { startEntry } from './entry/start-entry.tsx'
import { startPage } from './entry/start-page.ts'
import { loadPortal } from './open-portal.lazy.ts'

/** The root element of the shell, part of the HTML document. */
function rootElement(): HTMLElement {
  const element = document.getElementById('portal')
  if (element === null) throw new Error('The page has no element #portal.')
  return element
}

startEntry(startPage(), createRoot(rootElement()), loadPortal)
