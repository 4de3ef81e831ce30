import type { MountProps, ShellApi } from '@portal/shared-ui'
import type { QueryClient } from '@portal/shared-ui/query'
import type { PortalStore } from '@portal/shared-ui/state'
import type { RemoteApplications } from './federation/mount.ts'

/** Services that the boot creates once, for the whole page. */
export interface Portal {
  store: PortalStore
  queryClient: QueryClient
  shell: ShellApi
  remotes: RemoteApplications<MountProps>
  /** The remote that owns an address; null for the shell's own pages and unknown addresses. */
  ownerOf(pathname: string): string | null
}
