import postcss from 'postcss'
import type { LoaderContext } from 'webpack'

/** The options of a rule that uses this loader. */
export interface ScopeStylesOptions {
  /** The remote whose elements the rules may match. */
  remote: string
}

/** Statements that must stand before all rules of a style sheet. */
const leading = new Set(['charset', 'import', 'layer'])
const mustLead = (node: postcss.ChildNode): boolean =>
  node.type === 'atrule' && leading.has(node.name) && node.nodes === undefined

/**
 * Wraps the rules of a style sheet in `@scope`, so that they match elements in the pages and panels of the
 * remote alone.
 */
export function scopedStyles(css: string, remote: string): string {
  const sheet = postcss.parse(css)
  const rules = sheet.nodes.filter((node) => !mustLead(node))
  const scope = postcss.atRule({ name: 'scope', params: `([data-remote="${remote}"])`, nodes: [] })
  for (const rule of rules) scope.append(rule)
  sheet.append(scope)
  return sheet.toString()
}

export default function scopeStyles(this: LoaderContext<ScopeStylesOptions>, css: string): string {
  return scopedStyles(css, this.getOptions().remote)
}
