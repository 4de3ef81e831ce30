import { sep } from 'node:path'
import { slots } from '@portal/contract'
import type { BuildUses, ShellOffers } from '@portal/contract'
import webpack from 'webpack'
import type { Compilation, Dependency, Module } from 'webpack'
import { shellMembers } from '../src/portal/shell-members.ts'

const { NormalModule } = webpack
const importTypes = new Set(['harmony import specifier', 'harmony export imported specifier'])

/** The request and the imported name of a dependency on an export; null for other dependencies. */
function importOf(dependency: Dependency): { request: string; name: string } | null {
  if (!importTypes.has(dependency.type)) return null
  if (!('request' in dependency) || typeof dependency.request !== 'string') return null
  const ids: unknown = 'ids' in dependency ? dependency.ids : []
  const name: unknown = Array.isArray(ids) ? ids[0] : undefined
  return { request: dependency.request, name: typeof name === 'string' ? name : '*' }
}

/** All dependencies of a module, also those of code that is loaded later. */
const dependenciesOf = (module: Module) => [
  ...module.dependencies,
  ...module.blocks.flatMap((block) => block.dependencies),
]

const allMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)]

/**
 * Members of the shell in a module that takes it from `useShell`: `shell.toast(…)`, `const { toast } =
 * useShell()`.
 */
function shellMembersIn(text: string): string[] {
  const taken = allMatches(text, /\{([^{}]*)\}\s*=\s*useShell\(\)/g).flatMap(([, names = '']) =>
    names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
  )
  const called = allMatches(text, /(?:\bshell|useShell\(\))\??\.([A-Za-z]\w*)/g).map(([, name = '']) => name)
  return [...taken, ...called].filter((name) => name !== '')
}

const callPattern =
  /\bapi\.(get|post|patch|delete)\(\s*(?:"(\/api\/[^"]*)"|'(\/api\/[^']*)'|`(\/api\/[^`]*)`)/g

/**
 * Calls with a literal address, computed parts as `*`. A part that is computed only in part counts as
 * computed.
 */
function callsIn(text: string): string[] {
  return allMatches(text, callPattern).map(([, method = '', ...addresses]) => {
    const address = addresses.find((each) => each !== undefined) ?? ''
    const path = address.replaceAll(/\$\{[^}]*\}/g, '*').split('?')[0] ?? ''
    const parts = path.split('/').map((part) => (part.includes('*') ? '*' : part))
    return `${method.toUpperCase()} ${parts.join('/')}`
  })
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

/**
 * What the sources in a folder use of the portal. Only what is written in the code is known: an address that
 * is computed as a whole is not listed.
 */
export function usesOf(compilation: Compilation, folder: string, requests: readonly string[]): BuildUses {
  const modules = new Map<string, string[]>()
  const texts: { text: string; usesShell: boolean }[] = []
  for (const module of compilation.modules) {
    if (!(module instanceof NormalModule) || !module.resource.startsWith(`${folder}${sep}src${sep}`)) continue
    const imports = dependenciesOf(module).flatMap((each) => importOf(each) ?? [])
    for (const { request, name } of imports) {
      if (requests.includes(request)) modules.set(request, [...(modules.get(request) ?? []), name])
    }
    const text = module.originalSource()?.source().toString() ?? ''
    texts.push({ text, usesShell: imports.some(({ name }) => name === 'useShell') })
  }
  return {
    modules: Object.fromEntries(
      [...modules]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([request, names]) => [request, sorted(names)]),
    ),
    shell: sorted(texts.flatMap(({ text, usesShell }) => (usesShell ? shellMembersIn(text) : []))),
    calls: sorted(texts.flatMap(({ text }) => callsIn(text))),
  }
}

/** What the shell offers: the exports of each shared module of the portal by request, and its interface. */
export function offersOf(compilation: Compilation, files: Readonly<Record<string, string>>): ShellOffers {
  const requests = new Map(Object.entries(files).map(([request, file]) => [file, request]))
  const offered = [...compilation.modules].flatMap((module): [string, string[]][] => {
    const request = module instanceof NormalModule ? requests.get(module.resource) : undefined
    if (request === undefined) return []
    const names = compilation.moduleGraph.getExportsInfo(module).getProvidedExports()
    return Array.isArray(names) ? [[request, names.toSorted()]] : []
  })
  return { modules: Object.fromEntries(offered), shell: [...shellMembers], slots: [...slots] }
}
