import type { Configuration } from 'webpack'

/**
 * Files that are always loaded together, one chunk per group. Otherwise webpack splits them into a dozen
 * small chunks. The `lazy` folders of the record screens, such as the menus, are excluded and load on demand.
 */
const groups = {
  router:
    /[\\/]node_modules[\\/]react-router[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]router|remote[\\/])/,
  mui: /[\\/]node_modules[\\/](@mui[\\/](material|system|utils)|@popperjs|react-transition-group)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]mui|inputs[\\/])/,
  records:
    /[\\/]node_modules[\\/](@mui[\\/]x-[^\\/]+|@base-ui|reselect|use-sync-external-store)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]table|records[\\/](?!.*[\\/]lazy[\\/]))/,
} as const

/** How the shell's lazy code is split into chunks. Code that is already in the main file stays there. */
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
