// First: it must run before any code that writes HTML.
import './trusted-types.ts'
import './frame/styles.css'
import './frame/menu.css'
import './frame/pages.css'
import './frame/print.css'
import { createRoot } from 'react-dom/client'
import { startEntry } from './entry/start-entry.tsx'
import { startPage } from './entry/start-page.ts'
import { loadPortal } from './open-portal.lazy.ts'

/** The element of index.html that the shell renders into. */
function rootElement(): HTMLElement {
  const element = document.getElementById('portal')
  if (element === null) throw new Error('The page has no element #portal.')
  return element
}

// The entry is sign-in; it loads the portal, which is all the rest, for a user with a session.
startEntry(startPage(), createRoot(rootElement()), loadPortal)
