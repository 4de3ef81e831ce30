import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { root, runNode } from '../run.ts'
import type { PublishedFolder } from './published-package.ts'

const tsc = 'node_modules/typescript/bin/tsc'

/** The compiler settings that a package adds to those of the repository. */
const Settings = z.object({
  compilerOptions: z.looseObject({
    jsx: z.string().optional(),
    lib: z.array(z.string()).optional(),
    types: z.array(z.string()).optional(),
  }),
  include: z.array(z.string()),
  references: z.array(z.object({ path: z.string() })).default([]),
})

async function runCompiler(...args: string[]): Promise<void> {
  const { code, output } = await runNode([tsc, ...args])
  if (code !== 0) throw new Error(`the compiler failed:\n${output}`)
}

/** Names of relative modules end in `.js` in what is published: `'./roles.ts'` becomes `'./roles.js'`. */
const withCompiledNames = (text: string) => text.replace(/(['"])(\.{1,2}\/[^'"\n]*)\.tsx?\1/g, '$1$2.js$1')

/** Writes the type declarations that packages read of each other. */
export const compileReferences = (): Promise<void> => runCompiler('-b', 'contract')

/**
 * Compiles a package to JavaScript with type declarations into `<target>/dist`, without its tests. Types are
 * not checked here but by the checks of the repository.
 */
export async function compile(folder: PublishedFolder, target: string): Promise<void> {
  const { compilerOptions, include, references } = Settings.parse(
    JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8')),
  )
  const { jsx, lib, types } = compilerOptions
  const configuration = `${target}.tsconfig.json`
  const from = (path: string) => relative(dirname(configuration), join(root, folder, path))
  const outDir = join(target, 'dist')
  writeFileSync(
    configuration,
    JSON.stringify({
      extends: from('../tsconfig.base.json'),
      compilerOptions: {
        jsx,
        lib,
        types,
        composite: false,
        emitDeclarationOnly: false,
        declaration: true,
        noCheck: true,
        rewriteRelativeImportExtensions: true,
        rootDir: from('.'),
        outDir,
      },
      include: include.map(from),
      exclude: ['**/*.test.ts', '**/*.test.tsx'].map(from),
      references: references.map(({ path }) => ({ path: from(path) })),
    }),
  )
  await runCompiler('-p', configuration)
  for (const path of globSync('**/*.d.ts', { cwd: outDir })) {
    const file = join(outDir, path)
    writeFileSync(file, withCompiledNames(readFileSync(file, 'utf8')))
  }
  for (const path of globSync('{src,build,jest}/**/*.{mjs,cjs,js}', { cwd: join(root, folder) })) {
    const file = join(outDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, withCompiledNames(readFileSync(join(root, folder, path), 'utf8')))
  }
}
