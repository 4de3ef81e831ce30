import type { FederationRuntime } from '../../../shell/src/federation/load.ts'

/** The remotes as lazy chunks of one build. This is the baseline for federation. */
const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  mail: () => import('../../../mfe-mail/src/lifecycles.ts'),
  records: () => import('../../../mfe-records/src/lifecycles.ts'),
  permits: () => import('../../../mfe-permits/src/lifecycles.ts'),
  files: () => import('../../../mfe-files/src/lifecycles.ts'),
  admin: () => import('../../../mfe-admin/src/lifecycles.ts'),
}

/** In place of the shell's own `page-runtime.ts`: the monolith registers nothing and shares nothing. */
export const pageRuntime = (): FederationRuntime => ({
  register: () => undefined,
  /** `mfe_mail_3fa94c21/app` -> the chunk `mail`. */
  load: (id) =>
    parts[id.split('_')[1] ?? '']?.() ?? Promise.reject(new Error(`The monolith has no part for ${id}`)),
})
