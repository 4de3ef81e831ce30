import type { Override } from '@portal/contract'
import { fetchCode } from '@portal/shared-ui'
import type { ResolvedBuild } from './resolve.ts'

/** The build of a remote from a developer's machine. Its code is loaded only in pages with an override. */
export async function loadOverriddenBuild(override: Override): Promise<ResolvedBuild> {
  const { overriddenBuild } = await fetchCode(
    () => import(/* webpackChunkName: "previews" */ './overridden-build.ts'),
  )
  return overriddenBuild(override)
}
