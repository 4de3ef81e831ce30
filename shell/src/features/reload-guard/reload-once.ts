/** The only storage key this guard uses. */
export const reloadKey = 'portal.reload-guard'

/** A second failure on the same path within this time does not reload again. Source: specification.md 9. */
export const reloadWindowMs = 10_000

/** Paths with the time of their last reload, in ms. Invalid content counts as empty. */
function readReloads(storage: Storage): (readonly [path: string, at: number])[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(reloadKey) ?? '{}')
    return Object.entries(stored ?? {}).flatMap(([path, at]: [string, unknown]) =>
      typeof at === 'number' ? [[path, at] as const] : [],
    )
  } catch {
    return []
  }
}

/**
 * Whether `path` may be reloaded now: at most once per path in 10 seconds. Records the reload when it returns
 * true. Returns false when the browser refuses storage, because the limit could not be enforced.
 */
export function mayReload(path: string, nowMs: number, storage: Storage): boolean {
  const recent = readReloads(storage).filter(([, at]) => nowMs - at < reloadWindowMs)
  if (recent.some(([reloaded]) => reloaded === path)) return false
  try {
    storage.setItem(reloadKey, JSON.stringify(Object.fromEntries([...recent, [path, nowMs]])))
    return true
  } catch {
    return false
  }
}
