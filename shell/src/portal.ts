import type { MountProps, ShellApi } from '@portal/shared-ui'
import type { QueryClient } from '@portal/shared-ui/query'
import type { PortalStore } from '@portal/shared-ui/state'
import type { RemoteApplications } from './federation/mount.ts'

/** What the boot makes once and the page uses everywhere. */
export interface Portal {
  store: PortalStore
  queryClient: QueryClient
  shell: ShellApi
  remotes: RemoteApplications<MountProps>
  /** The remote an address belongs to; null for the shell's own pages and for unknown addresses. */
  ownerOf(pathname: string): string | null
}
