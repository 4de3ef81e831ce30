import { allowScriptOrigins } from './trusted-types.ts'
import './no-generated-code.ts'
import './frame/styles.css'
import './frame/menu.css'
import './frame/pages.css'
import './frame/print.css'
import { createRoot } from 'react-dom/client'
import { boot } from './boot.ts'
import { pageRuntime } from './federation/load.ts'
import { storedOverrides } from './federation/overrides.ts'
import { App } from './frame/App.tsx'

/** The root element of the shell, part of the HTML document. */
function rootElement(): HTMLElement {
  const element = document.getElementById('portal')
  if (element === null) throw new Error('The page has no element #portal.')
  return element
}

allowScriptOrigins(() => storedOverrides().map(({ origin }) => origin))
boot(pageRuntime(), (portal) => createRoot(rootElement()).render(<App portal={portal} />))
