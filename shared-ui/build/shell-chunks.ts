import type { Configuration } from 'webpack'

/**
 * Files that are always wanted together, in one chunk each; left alone, webpack cuts them into a dozen crumbs
 * of one request each. What lies in a folder `lazy` of the record screens, such as the menus, comes when it
 * is opened.
 */
const groups = {
  router:
    /[\\/]node_modules[\\/]react-router[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]router|remote[\\/])/,
  mui: /[\\/]node_modules[\\/](@mui[\\/](material|system|utils)|@popperjs|react-transition-group)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]mui|inputs[\\/])/,
  records:
    /[\\/]node_modules[\\/](@mui[\\/]x-[^\\/]+|@base-ui|reselect|use-sync-external-store)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]table|records[\\/](?!.*[\\/]lazy[\\/]))/,
} as const

/** How the shell's lazy code is cut. What the first file holds already stays there. */
export const shellChunks: NonNullable<Configuration['optimization']> = {
  splitChunks: {
    chunks: 'async',
    cacheGroups: Object.fromEntries(
      Object.entries(groups).map(([name, test]) => [
        name,
        { name, test, chunks: 'async', enforce: true, priority: 10 },
      ]),
    ),
  },
}
