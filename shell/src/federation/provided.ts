/**
 * The facades remotes take from the shell. Federation provides a shared module only when it occurs in the shell's own build, so each is
 * named here once, whether or not the shell draws anything with it.
 */
export const providedFacades: Readonly<Record<string, () => Promise<unknown>>> = {
  mui: () => import('@portal/shared-ui/mui'),
  router: () => import('@portal/shared-ui/router'),
  table: () => import('@portal/shared-ui/table'),
}
