import { z } from 'zod'

const Names = z.record(z.string(), z.string())
/** Records, so that a lock file is written back in the order it was read in. */
const Entry = z.record(z.string(), z.unknown())
export const Lockfile = z.object({ packages: z.record(z.string(), Entry) })
export type Lockfile = z.infer<typeof Lockfile>

const optionalsOf = (entry: z.infer<typeof Entry> | undefined) =>
  Names.parse(entry?.['optionalDependencies'] ?? {})
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Where a package at `from` finds `name`, climbing as Node does. */
function isThere(packages: Lockfile['packages'], from: string, name: string): boolean {
  for (let place = from; ;) {
    if (`${place}${place === '' ? '' : '/'}node_modules/${name}` in packages) return true
    if (place === '') return false
    place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))
  }
}

/**
 * Places of what is installed from a registry without a hash that says which bytes: npm would run whatever it
 * is given there.
 */
export function unverifiedPlaces({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([place, { link, integrity }]) =>
    place.includes('node_modules/') && link !== true && integrity === undefined ? [place] : [],
  )
}

/**
 * Optional packages a package asks for and the lock file does not hold, as `place -> name`: `npm ci` calls
 * the lock file out of sync.
 */
export function unlockedOptionals({ packages }: Lockfile): { place: string; name: string }[] {
  return Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys(optionalsOf(entry)).flatMap((name) =>
      isThere(packages, place, name) ? [] : [{ place, name }],
    ),
  )
}

/**
 * The lock file without the platforms that cannot be verified: an optional package with no integrity goes,
 * and so does every mention of it. Throws where such a package is not optional, since leaving it out would
 * leave the portal without it.
 */
export function withoutUnverified(lock: Lockfile): Lockfile {
  const dropped = new Set(unverifiedPlaces(lock))
  const required = [...dropped].find((place) => lock.packages[place]?.['optional'] !== true)
  if (required !== undefined)
    throw new Error(
      `${nameOf(required)} has no integrity and is not optional: install it again from a registry that holds it.`,
    )
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([place]) => !dropped.has(place)))
  for (const { place, name } of unlockedOptionals({ packages })) {
    const { [name]: _, ...optionalDependencies } = optionalsOf(packages[place])
    packages[place] = { ...packages[place], optionalDependencies }
    if (Object.keys(optionalDependencies).length === 0) delete packages[place]['optionalDependencies']
  }
  return { packages }
}
