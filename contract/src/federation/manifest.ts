import { z } from 'zod'
import { guardNames } from '../access/guards.ts'

/** Names of the remotes this portal was built for. A further remote may have any other lower-case name. */
export const remoteNames = ['mail', 'records', 'permits', 'files', 'admin'] as const
export const RemoteName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,30}$/, 'is not a remote name (lower-case letters, digits, _)')

const RoutePath = z.string().regex(/^\/[a-z0-9_\-/{}]*$/i, 'is not a route path')
/** A 24 x 24 SVG path, so that a new remote needs no new shell. */
const IconPath = z.string().regex(/^[MmLlHhVvCcSsQqTtAaZz0-9\s.,+\-eE]+$/, 'is not an SVG path')

export const layouts = ['blank', 'default', 'mail'] as const
export const Layout = z.enum(layouts)
export type Layout = z.infer<typeof Layout>

export const MenuDeclaration = z.strictObject({
  label: z.string().min(1).max(60),
  icon: IconPath,
  order: z.number().int(),
  /** Collection whose page gets `page=1`; absent = paging off. */
  pagingKey: z.string().optional(),
})

export const RouteDeclaration = z.strictObject({
  /** Absolute path; `{pid}` stands for one segment. */
  path: RoutePath,
  /**
   * A guard's name. Kept as text: an unknown one is refused when a build is published and raises at
   * navigation.
   */
  guard: z.string().min(1),
  layout: Layout,
  /** Heading of the page where it is not in the menu. */
  title: z.string().max(60).optional(),
  redirect: z.string().optional(),
  validate: z.string().optional(),
  menu: MenuDeclaration.optional(),
})
export type RouteDeclaration = z.infer<typeof RouteDeclaration>

export const slots = ['record.tab', 'record.head'] as const

export const PanelDeclaration = z.strictObject({
  slot: z.enum(slots),
  collections: z.array(z.string()).min(1),
  id: z.string().min(1),
  label: z.string().min(1),
  order: z.number().int(),
  /** Name of the federation expose, such as `./files-tab`. */
  expose: z.string().regex(/^\.\//),
})
export type PanelDeclaration = z.infer<typeof PanelDeclaration>

/**
 * `portal.json` of a remote: everything the shell and the server need to know before any of its code is
 * loaded.
 */
export const RemoteManifest = z.strictObject({
  name: RemoteName,
  owner: z.string().min(1),
  /** semver range of the contract versions this build works with. */
  contract: z.string().min(1),
  routes: z.array(RouteDeclaration),
  panels: z.array(PanelDeclaration),
  /** Collections that close (403) when the module is switched off for a role. */
  collections: z.array(z.string()),
  /** Path prefixes below /api that close with it, such as `/api/mail`. */
  apis: z.array(z.string().regex(/^\/api\/[a-z]/)),
})
export type RemoteManifest = z.infer<typeof RemoteManifest>

/**
 * Every guard a manifest names that the contract does not know; a build with such a guard is not published.
 */
export function unknownGuards(manifest: RemoteManifest): string[] {
  return manifest.routes
    .map((route) => route.guard)
    .filter((guard) => !guardNames.some((known) => known === guard))
}
