import '../../../shell/src/trusted-types.ts'
import '../../../shell/src/no-generated-code.ts'
import '../../../shell/src/frame/styles.css'
import '../../../shell/src/frame/menu.css'
import '../../../shell/src/frame/pages.css'
import { createRoot } from 'react-dom/client'
import { boot } from '../../../shell/src/boot.ts'
import { App } from '../../../shell/src/frame/App.tsx'

/** The remotes as lazy chunks of one build. This is the baseline for federation. */
const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  mail: () => import('../../../mfe-mail/src/lifecycles.ts'),
  records: () => import('../../../mfe-records/src/lifecycles.ts'),
  permits: () => import('../../../mfe-permits/src/lifecycles.ts'),
  files: () => import('../../../mfe-files/src/lifecycles.ts'),
  admin: () => import('../../../mfe-admin/src/lifecycles.ts'),
}

const runtime = {
  register: () => undefined,
  /** `mfe_mail_3fa94c21/app` -> the chunk `mail`. */
  load: (id: string) =>
    parts[id.split('_')[1] ?? '']?.() ?? Promise.reject(new Error(`The monolith has no part for ${id}`)),
}

const place = document.getElementById('portal')
if (place === null) throw new Error('The page has no element #portal.')
boot(runtime, (portal) => createRoot(place).render(<App portal={portal} />))
