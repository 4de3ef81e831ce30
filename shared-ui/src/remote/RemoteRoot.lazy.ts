/** Loads the router and the frame of a remote's pages. */
export const loadRemoteRoot = () => import(/* webpackChunkName: "portal" */ './RemoteRoot.tsx')
