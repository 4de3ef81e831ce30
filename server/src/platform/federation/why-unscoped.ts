import postcss from 'postcss'

/** Parsing takes about a second for each 10 MB, during which nobody else is served. */
const maxStyleBytes = 1_000_000

/** Statements that name something instead of matching elements. */
const matchesNothing = new Set(['charset', 'font-face', 'keyframes', 'layer', 'property'])
/** Blocks whose rules apply under a condition, to whatever they match. */
const conditions = new Set(['container', 'layer', 'media', 'supports'])

function isScoped(node: postcss.ChildNode, remote: string): boolean {
  if (node.type === 'comment') return true
  if (node.type !== 'atrule') return false
  if (node.name === 'scope')
    return new RegExp(`^\\(\\s*\\[data-remote=(["']?)${remote}\\1\\]\\s*\\)`).test(node.params)
  if (node.nodes !== undefined && conditions.has(node.name))
    return node.nodes.every((inner) => isScoped(inner, remote))
  return matchesNothing.has(node.name.replace(/^-webkit-/, ''))
}

/**
 * Why a build may restyle the page around it: a style sheet with rules outside `@scope
 * ([data-remote="name"])`, or one that cannot be checked. Null when there is none.
 */
export function whyUnscoped(
  files: readonly { path: string; bytes: Buffer }[],
  remote: string,
): string | null {
  for (const { path, bytes } of files) {
    if (!path.toLowerCase().endsWith('.css')) continue
    if (bytes.length > maxStyleBytes) return `its style sheet ${path} has more than 1 MB`
    try {
      if (!postcss.parse(bytes.toString('utf8')).nodes.every((node) => isScoped(node, remote)))
        return `its style sheet ${path} has rules for the whole page: put them into @scope ([data-remote="${remote}"])`
    } catch (error) {
      if (!(error instanceof postcss.CssSyntaxError)) throw error
      return `its style sheet ${path} cannot be read (line ${error.line ?? 1}: ${error.reason})`
    }
  }
  return null
}
