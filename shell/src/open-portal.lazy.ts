import { fetchCode } from '@portal/shared-ui'

/** The portal behind the sign-in pages: menu, alerts, stream and federation, in one chunk. */
export const loadPortal = () => fetchCode(() => import(/* webpackChunkName: "portal" */ './open-portal.tsx'))
