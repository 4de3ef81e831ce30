import { createRemote } from '@portal/shared-ui'
import { routes } from './routes.tsx'

/** All that the shell can see of this remote. */
export const { bootstrap, mount, unmount } = createRemote({
  name: 'permits',
  routes,
  spanish: () => import('./spanish.ts'),
})
