import { createRemote } from '@portal/shared-ui'
import { routes } from './routes.tsx'

/** The interface of this remote for the shell. */
export const { bootstrap, mount, unmount } = createRemote({
  name: 'mail',
  routes,
  spanish: () => import('./spanish.ts'),
})
