import { fileURLToPath } from 'node:url'
import type { LoaderContext } from 'webpack'
import { exportedNames } from './absent-exports-loader.ts'

/** Components and functions that draw a cell, which take props as components do. */
const isComponent = (name: string): boolean =>
  /^(Grid[A-Z]|ColumnHeader[A-Z]|render[A-Z]|default$)/.test(name)

/** How a component is made lazy: the function, and its file in `src/feedback`. */
const kinds = {
  part: ['lazyComponent', 'lazy-part.tsx'],
  popup: ['lazyPopup', 'lazy-popup.tsx'],
  tooltip: ['lazyTooltip', 'lazy-tooltip.tsx'],
} as const

/** The options of a rule that uses this loader. */
export interface LazyExportsOptions {
  kind: keyof typeof kinds
}

/** The module in place of `file`, whose text is `source`. Throws when that exports no component. */
export function lazyCode(file: string, source: string, kind: LazyExportsOptions['kind']): string {
  const [make, helper] = kinds[kind]
  const names = exportedNames(source).filter(isComponent)
  if (names.length === 0) throw new Error(`${file} exports no component`)
  const chunk = kind === 'tooltip' ? kind : 'unopened'
  const parts = names.map((name) => {
    const lazy = `${make}(() => load().then((all) => ({ default: all.${name} })))`
    if (name === 'default') return `export default ${lazy}`
    if (!name.startsWith('render')) return `export const ${name} = /*#__PURE__*/ ${lazy}`
    return `const Lazy_${name} = /*#__PURE__*/ ${lazy}\nexport const ${name} = (params) => createElement(Lazy_${name}, params)`
  })
  return [
    `import { createElement } from 'react'`,
    `import { ${make} } from ${JSON.stringify(fileURLToPath(new URL(`../src/feedback/${helper}`, import.meta.url)))}`,
    `const load = () => import(/* webpackChunkName: "${chunk}" */ ${JSON.stringify(`${file}?whole`)})`,
    ...source.split('\n').filter((line) => /^export .* from .*Classes\.mjs/.test(line)),
    ...parts,
  ].join('\n')
}

/**
 * Replaces a module by one whose components load it when they are first drawn. Names of style classes are
 * passed on. Other exports are missing, so a build that uses one of them fails.
 */
export default function lazyExports(this: LoaderContext<LazyExportsOptions>, source: string): string {
  return lazyCode(this.resourcePath, source, this.getOptions().kind)
}
