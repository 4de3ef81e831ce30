/** Loads the router and the frame of a remote's pages. */
export const loadRemoteRoot = () => import('./RemoteRoot.tsx')
