import type { LoaderContext } from 'webpack'

/** The options of a rule that uses this loader. */
export interface AbsentExportsOptions {
  /** What is absent, for the message. */
  what: string
}

/** The names that a module exports. Names of whole modules that it passes on are not among them. */
export function exportedNames(source: string): string[] {
  const declared = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ').at(-1) ?? ''),
  )
  return [...declared, ...listed, ...(/^export default /m.test(source) ? ['default'] : [])]
}

/**
 * The module in place of one whose text is `source`: the same names without their code. A hook does nothing.
 * A default export throws. Another function answers one that throws, so that libraries can call it when they
 * make their objects.
 */
export function absentCode(source: string, what: string): string {
  const message = JSON.stringify(`${what} is not part of the portal's pages.`)
  const parts = exportedNames(source).map((name) =>
    name === 'default'
      ? 'export default fail'
      : `export const ${name} = ${/^use[A-Z]/.test(name) ? '() => {}' : 'absent'}`,
  )
  return [`const fail = () => { throw new Error(${message}) }`, 'const absent = () => fail', ...parts].join(
    '\n',
  )
}

export default function absentExports(this: LoaderContext<AbsentExportsOptions>, source: string): string {
  return absentCode(source, this.getOptions().what)
}
