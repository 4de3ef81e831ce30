import { createRemote } from '@portal/shared-ui/pages'
import { routes } from './routes.tsx'

/** The interface of this remote for the shell. */
export const { bootstrap, mount, unmount } = createRemote({
  name: 'records',
  routes,
  spanish: () => import('./spanish.ts'),
})
