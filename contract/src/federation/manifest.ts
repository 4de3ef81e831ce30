import { z } from 'zod'
import { admit, guardNames, isGuardName } from '../access/guards.ts'
import type { Viewer } from '../access/guards.ts'
import { LocalDate } from '../time.ts'
import { PanelDeclaration, isForRole } from './slots.ts'

/** Names of the built-in remotes. Additional remotes may have any other lower-case name. */
export const remoteNames = ['mail', 'records', 'permits', 'files', 'admin'] as const
export const RemoteName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,30}$/, 'is not a remote name (lower-case letters, digits, _)')

const RoutePath = z.string().regex(/^\/[a-z0-9_\-/{}]*$/i, 'is not a route path')
/** A 24 x 24 SVG path. It is part of the manifest so that a new remote does not need a new shell. */
const IconPath = z.string().regex(/^[MmLlHhVvCcSsQqTtAaZz0-9\s.,+\-eE]+$/, 'is not an SVG path')

export const layouts = ['blank', 'default', 'mail'] as const
export const Layout = z.enum(layouts)
export type Layout = z.infer<typeof Layout>

export const MenuDeclaration = z.strictObject({
  label: z.string().min(1).max(60),
  icon: IconPath,
  order: z.number().int(),
  /** Collection whose page gets `page=1`; without it, paging is off. */
  pagingKey: z.string().optional(),
})

export const RouteDeclaration = z.strictObject({
  /** Absolute path; `{pid}` matches one segment. */
  path: RoutePath,
  /**
   * Name of a guard. It is free text: an unknown guard is refused when a build is published and throws on
   * navigation.
   */
  guard: z.string().min(1),
  layout: Layout,
  /** Heading of a page that is not in the menu. */
  title: z.string().max(60).optional(),
  redirect: z.string().optional(),
  validate: z.string().optional(),
  menu: MenuDeclaration.optional(),
})
export type RouteDeclaration = z.infer<typeof RouteDeclaration>

/** Name of a flag within its remote. */
export const FlagName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'is not a flag name (lower-case letters, digits, -)')

/**
 * A part of a remote that administrators switch on for some people. The code asks for it by
 * `shell.flags[name]`; it is off until they do.
 */
export const FlagDeclaration = z.strictObject({
  name: FlagName,
  /** What is different with the flag, for administrators. */
  description: z.string().min(1).max(300),
  /** Who decides on it and is reminded of its end. */
  owner: z.string().min(1).max(100),
  /** Last day on which the code should still ask for it. */
  endsOn: LocalDate,
})
export type FlagDeclaration = z.infer<typeof FlagDeclaration>

/**
 * Contents of `portal.json` of a remote: everything that the shell and the server need before its code is
 * loaded.
 */
export const RemoteManifest = z.strictObject({
  name: RemoteName,
  owner: z.string().min(1),
  /** Semver range of the contract versions that this build supports. */
  contract: z.string().min(1),
  routes: z.array(RouteDeclaration),
  panels: z.array(PanelDeclaration),
  /** Collections that answer 403 while the module is disabled for a role. */
  collections: z.array(z.string()),
  /** Path prefixes below /api that also answer 403 then, for example `/api/mail`. */
  apis: z.array(z.string().regex(/^\/api\/[a-z]/)),
  /** Absent in most: a default would change the hash of manifests that were published without it. */
  flags: z.array(FlagDeclaration).max(50).optional(),
})
export type RemoteManifest = z.infer<typeof RemoteManifest>

/**
 * Whether anything of a remote is shown to this viewer: a page that its guard and the page map let them open,
 * or a panel for their role. Whether the module is on is a part of the viewer.
 */
export function isOpenTo({ name, routes, panels }: RemoteManifest, viewer: Viewer): boolean {
  const opens = ({ guard, path: pathname }: RouteDeclaration) =>
    isGuardName(guard) && admit(viewer, { guard, pathname, remote: name }) === 'allow'
  if (viewer.modules?.[name] === false) return false
  return routes.some(opens) || panels.some((panel) => isForRole(panel, viewer.role))
}

/** Guards in a manifest that the contract does not define. A build with such a guard is not published. */
export function unknownGuards(manifest: RemoteManifest): string[] {
  return manifest.routes
    .map((route) => route.guard)
    .filter((guard) => !guardNames.some((known) => known === guard))
}
