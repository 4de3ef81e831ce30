import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './run.ts'

/** The page with all environment variables. */
export const variablesPage = 'docs/operating/configure.md'

const Variable = z.object({
  group: z.string(),
  name: z.string(),
  absent: z.string(),
  description: z.string(),
})
const EnvironmentModule = z.object({
  documentVariables: z.custom<() => unknown>((value) => typeof value === 'function'),
})

const [begin, end] = ['<!-- variables: npm run docs:variables -->\n', '<!-- end of variables -->\n']

/** The page with tables made anew from the schemas of the server. Text around them stays. */
export async function withVariables(page: string): Promise<string> {
  const module = join(root, 'server/src/platform/environment/environment.ts')
  const { documentVariables } = EnvironmentModule.parse(await import(module))
  const variables = z.array(Variable).parse(documentVariables())
  const tables = [...Map.groupBy(variables, ({ group }) => group)].map(([group, rows]) =>
    [
      `\n## ${group}\n`,
      '<!-- prettier-ignore -->',
      '| variable | when not set | what it does |',
      '| --- | --- | --- |',
      ...rows.map(({ name, absent, description }) => `| \`${name}\` | ${absent} | ${description} |`),
      '',
    ].join('\n'),
  )
  const [first, last] = [page.indexOf(begin), page.indexOf(end)]
  if (first === -1 || last < first) throw new Error(`${variablesPage} has no place for the variables.`)
  return page.slice(0, first + begin.length) + tables.join('') + '\n' + page.slice(last)
}

/** `npm run docs:variables`: writes the tables of environment variables into their page. */
if (import.meta.main) {
  const path = join(root, variablesPage)
  writeFileSync(path, await withVariables(readFileSync(path, 'utf8')))
}
