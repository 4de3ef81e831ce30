import { z } from 'zod'

const Names = z.record(z.string(), z.string())
/** Plain records keep the key order, so that a lockfile is written in the order in which it was read. */
const Entry = z.record(z.string(), z.unknown())
export const Lockfile = z.object({ packages: z.record(z.string(), Entry) })
export type Lockfile = z.infer<typeof Lockfile>

const optionalsOf = (entry: z.infer<typeof Entry> | undefined) =>
  Names.parse(entry?.['optionalDependencies'] ?? {})
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Packages that others ask for and nothing in this repository loads (decision 0099): the canvas on which
 * pdfjs draws outside a browser, and rspack, which the federation plugin needs only in place of webpack.
 */
const unused = /^(@napi-rs\/canvas(-.+)?|@rspack\/(core|binding(-.+)?))$/

/** Whether a package at `from` can resolve `name`, searching upward as Node does. */
function isThere(packages: Lockfile['packages'], from: string, name: string): boolean {
  for (let place = from; ;) {
    if (`${place}${place === '' ? '' : '/'}node_modules/${name}` in packages) return true
    if (place === '') return false
    place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))
  }
}

/**
 * Locations of packages installed from a registry without an integrity hash: npm would run whatever the
 * registry returns.
 */
export function unverifiedPlaces({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([place, { link, integrity }]) =>
    place.includes('node_modules/') && link !== true && integrity === undefined ? [place] : [],
  )
}

/**
 * Optional dependencies that are missing in the lockfile, as `place -> name`. `npm ci` calls such a lockfile
 * out of sync.
 */
export function unlockedOptionals({ packages }: Lockfile): { place: string; name: string }[] {
  return Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys(optionalsOf(entry)).flatMap((name) =>
      isThere(packages, place, name) ? [] : [{ place, name }],
    ),
  )
}

/**
 * The lockfile without packages that cannot be verified: an optional package without an integrity hash is
 * removed with all references to it. Throws when such a package is required.
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

/** Locations of packages that nothing loads. */
export function unusedPlaces({ packages }: Lockfile): string[] {
  return Object.keys(packages).filter(
    (place) => place.includes('node_modules/') && unused.test(nameOf(place)),
  )
}

const Optional = z.record(z.string(), z.object({ optional: z.boolean().optional() }))

/** A dependency field without what nothing loads. An optional peer stays, because npm does not install it. */
function used(entry: z.infer<typeof Entry>, field: 'optionalDependencies' | 'peerDependencies') {
  const optional = Optional.parse(entry['peerDependenciesMeta'] ?? {})
  const names = Object.entries(Names.parse(entry[field])).filter(
    ([name]) => !unused.test(name) || optional[name]?.optional === true,
  )
  return names.length === 0 ? undefined : Object.fromEntries(names)
}

/**
 * The lockfile without packages that nothing loads, and without the optional and peer dependencies on them.
 */
export function withoutUnused(lock: Lockfile): Lockfile {
  const dropped = new Set(unusedPlaces(lock))
  const packages = Object.fromEntries(
    Object.entries(lock.packages)
      .filter(([place]) => !dropped.has(place))
      .map(([place, entry]) => {
        const kept = { ...entry }
        for (const field of ['optionalDependencies', 'peerDependencies'] as const) {
          if (entry[field] === undefined) continue
          kept[field] = used(entry, field)
          if (kept[field] === undefined) delete kept[field]
        }
        return [place, kept]
      }),
  )
  return { packages }
}
