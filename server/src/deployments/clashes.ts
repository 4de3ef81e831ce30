import { isSameLabel, pathsOverlap, phrase } from '@portal/contract'
import type { RemoteManifest, Sayable } from '@portal/contract'

type Check = (manifest: RemoteManifest, other: RemoteManifest) => Sayable | null

/** The first element of which `find` knows a clash, in words. */
function firstOf<Each>(list: readonly Each[], find: (each: Each) => Sayable | undefined): Sayable | null {
  for (const each of list) {
    const found = find(each)
    if (found !== undefined) return found
  }
  return null
}

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)
const menuLabels = ({ routes }: RemoteManifest): string[] =>
  routes.flatMap(({ menu }) => (menu === undefined ? [] : [menu.label]))

/** With overlapping routes, the first remote in the registry would get the page. */
const routesClash: Check = ({ routes }, other) =>
  firstOf(routes, ({ path }) => {
    const taken = other.routes.find((route) => pathsOverlap(route.path, path))
    if (taken === undefined) return undefined
    return taken.path === path
      ? phrase('{{other}} has the address {{path}} already', { other: other.name, path })
      : phrase('{{other}} has the address {{taken}} already, which {{path}} would share', {
          other: other.name,
          taken: taken.path,
          path,
        })
  })

/** Whoever has a collection closes it when it is switched off for a role, so it has one owner. */
const collectionsClash: Check = ({ collections }, other) =>
  firstOf(collections, (collection) =>
    other.collections.includes(collection)
      ? phrase('{{other}} has the collection {{collection}} already', { other: other.name, collection })
      : undefined,
  )

/** The same for addresses below /api: one must not lie below another's. */
const apisClash: Check = ({ apis }, other) =>
  firstOf(apis, (api) => {
    const taken = other.apis.find((each) => isBelow(each, api) || isBelow(api, each))
    return taken === undefined
      ? undefined
      : phrase('{{other}} has the calls below {{taken}} already', { other: other.name, taken })
  })

/** Two entries of the menu with one name cannot be told apart. */
const labelsClash: Check = (manifest, other) => {
  const taken = new Set(menuLabels(other).map((label) => label.trim().toLowerCase()))
  return firstOf(menuLabels(manifest), (label) =>
    taken.has(label.trim().toLowerCase())
      ? phrase('{{other}} has the menu entry "{{label}}" already', { other: other.name, label })
      : undefined,
  )
}

/** The same for two tabs, buttons, columns or commands in one place. */
const panelsClash: Check = ({ panels }, other) =>
  firstOf(panels, (panel) =>
    other.panels.some((each) => isSameLabel(each, panel))
      ? phrase('{{other}} has the label "{{label}}" in the slot {{slot}} already', {
          other: other.name,
          label: panel.label,
          slot: panel.slot,
        })
      : undefined,
  )

const checks: readonly Check[] = [routesClash, collectionsClash, apisClash, labelsClash, panelsClash]

/** Names what a remote claims and another one has; null when there is nothing. */
export function clashOf(manifest: RemoteManifest, others: readonly RemoteManifest[]): Sayable | null {
  for (const other of others.filter(({ name }) => name !== manifest.name))
    for (const check of checks) {
      const clash = check(manifest, other)
      if (clash !== null) return clash
    }
  return null
}
