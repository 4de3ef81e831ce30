import { z } from 'zod'
import type { RemoteManifest } from './manifest.ts'

const Names = z.array(z.string().min(1).max(200)).max(3_000)
/** Names of exports by module, such as `RecordPage` of `@portal/shared-ui`. */
const ModuleNames = z.record(z.string().max(200), Names)

/**
 * What a build of a remote uses of the portal, as far as the build can tell: exports of the shared modules
 * (`*` for a whole module), members of the shell's interface, and calls such as `POST /api/mail/send` (`*`
 * for a part of the path that is computed).
 */
export const BuildUses = z.strictObject({
  modules: ModuleNames,
  shell: Names,
  calls: Names,
})
export type BuildUses = z.infer<typeof BuildUses>

/** What a build of the shell has for remotes. */
export const ShellOffers = z.object({
  modules: ModuleNames,
  shell: Names,
  /** The slots that it has for panels; shells of earlier releases do not say it. */
  slots: Names.optional(),
})
export type ShellOffers = z.infer<typeof ShellOffers>

/** Something that a build uses and a live version of the portal does not have. */
export const CompatibilityProblem = z.object({
  /** What is used, such as `toast of the shell`. */
  uses: z.string(),
  /** Where it is missing, such as `shell 0.2.0-3fa94c21`. */
  missingIn: z.string(),
  /** The whole sentence. */
  detail: z.string(),
})
export type CompatibilityProblem = z.infer<typeof CompatibilityProblem>

/**
 * Response of `GET /api/federation/can-deploy?remote=&version=`: whether the build fits every shell that
 * servers deliver now, and these servers' calls. `warnings` are sentences that refuse nothing.
 */
export const CanDeploy = z.object({
  ok: z.boolean(),
  problems: z.array(CompatibilityProblem),
  warnings: z.array(z.string()).default([]),
})
export type CanDeploy = z.infer<typeof CanDeploy>

/** What a build uses of a shell and does not find there, as `toast of the shell`. */
export function missingInShell(uses: BuildUses, offers: ShellOffers): string[] {
  const exports = Object.entries(uses.modules).flatMap(([module, names]) => {
    const offered = offers.modules[module]
    // A module that is not listed is judged by its version alone.
    if (offered === undefined) return []
    return names
      .filter((name) => name !== '*' && !offered.includes(name))
      .map((name) => `${name} of ${module}`)
  })
  const members = uses.shell.filter((name) => !offers.shell.includes(name))
  return [...exports, ...members.map((name) => `${name} of the shell`)]
}

const firstSlots: string[] = ['record.head', 'record.tab']

/** Slots of a manifest that a shell does not have, each as `slot record.card`. */
export function missingSlots(
  { panels }: Pick<RemoteManifest, 'panels'>,
  { slots = firstSlots }: Pick<ShellOffers, 'slots'>,
): string[] {
  const used = new Set(panels.map(({ slot }) => slot))
  return [...used].filter((slot) => !slots.includes(slot)).map((slot) => `slot ${slot}`)
}

/** Whether a call with computed parts (`*`) can be a route with parameters (`:pid`) or a rest (`*`). */
function isRoute(call: string, route: string): boolean {
  const [asked, offered] = [call.split('/'), route.split('/')]
  const isOpen = offered.at(-1) === '*'
  if (isOpen ? asked.length < offered.length : asked.length !== offered.length) return false
  return offered.every((part, index) => {
    const other = asked[index]
    return part === other || part === '*' || part.startsWith(':') || other === '*'
  })
}

/** Calls that no route of a server answers, each as `POST /api/mail/send`. */
export function missingCalls(calls: readonly string[], routes: readonly string[]): string[] {
  return calls.filter((call) => !routes.some((route) => isRoute(call, route)))
}
