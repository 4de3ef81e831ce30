import type { DeployedRemote } from '#platform/federation/deployed-remotes.ts'

/** The path of a call such as `POST /api/ports/move`. */
const pathOf = (call: string) => call.slice(call.indexOf(' ') + 1)
const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/**
 * Other deployed remotes whose code calls the addresses that this one declares as its own, with these calls.
 */
export function callersOf(
  { active: { name, manifest } }: DeployedRemote,
  deployed: readonly DeployedRemote[],
): { name: string; calls: string[] }[] {
  const isOfThis = (call: string) => manifest.apis.some((prefix) => isBelow(pathOf(call), prefix))
  return deployed
    .filter(({ active }) => active.name !== name)
    .map(({ active }) => ({ name: active.name, calls: active.uses?.calls.filter(isOfThis) ?? [] }))
    .filter(({ calls }) => calls.length > 0)
}
