import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'

/**
 * What is loaded until the first row of the first table stands (decision 0133), read from the static imports.
 * Bytes are measured by the bench `first-load`; this names the import that adds them.
 */

const root = join(import.meta.dirname, '..')

/** The chunks of the portal and of a page of records, and the first files of the remotes of record pages. */
const entries = [
  'shell/src/open-portal.tsx',
  'shared-ui/src/records/page/RecordPage.tsx',
  'shared-ui/src/remote/RemoteRoot.tsx',
  'shared-ui/src/stream/live.ts',
  'mfe-permits/src/lifecycles.ts',
  'mfe-records/src/lifecycles.ts',
]

/** Components of Material UI that the frame of the portal and a table show at once. */
const firstComponents = new Set([
  'Box',
  'Button',
  'Checkbox',
  'CssBaseline',
  'IconButton',
  'InputAdornment',
  'InputBase',
  'Link',
  'OutlinedInput',
  'Paper',
  'Skeleton',
  'Stack',
  'Typography',
  'styles',
  'useMediaQuery',
])

/** Files that load when something is opened, or after the first rows. */
const opened = [
  /^contract\/src\/machines\/machines\.ts$/,
  /^contract\/src\/index\.ts$/,
  /^shared-ui\/src\/index\.ts$/,
  /^shared-ui\/src\/facades\/(mui|query)\.ts$/,
  /^shared-ui\/src\/records\/(drawer\/(RecordDrawer|RecordView)|edit\/(FieldEditor|problems|use-record-form))\.tsx?$/,
  /^shared-ui\/src\/records\/(grid\/(CellEditor|RowMenuItems)|transfer\/(ExportMenu|ImportDialog))\.tsx$/,
  /^shared-ui\/src\/records\/bulk\/(UndoBar|bulk-calls|bulk-rights|\w+Dialog)\.tsx?$/,
  /^shared-ui\/src\/(deleted|handover|pdf|payments)\/[A-Z]\w+\.tsx$/,
]

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

interface Import {
  /** The imported names; null for all of them. */
  names: string[] | null
  from: string
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0] ?? '')

/** The imports and re-exports of a file that are loaded with it. */
function importsOf(file: string): Import[] {
  const text = read(file)
  const named = [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '([^']+)'/gm)].map(
    ([, list = '', from = '']) => ({ names: namesIn(list), from }),
  )
  const whole = [
    ...text.matchAll(
      /^(?:import (?!type\b)(?:[\w$]+|\* as [\w$]+) from |import |export \* from )'([^']+)'/gm,
    ),
  ]
  return [...named, ...whole.map(([, from = '']) => ({ names: null, from }))]
}

const PackageExports = z.object({ exports: z.record(z.string(), z.string()) })

const exportsOf = (folder: string): Map<string, string> =>
  new Map(Object.entries(PackageExports.parse(JSON.parse(read(`${folder}/package.json`))).exports))

const packages = new Map(
  ['contract', 'shared-ui'].map((folder) => [`@portal/${folder}`, { folder, entries: exportsOf(folder) }]),
)

/** The file of an import of a package of the portal or of a relative one; null for a library. */
function fileOf({ from }: Import, file: string): string | null {
  if (from.startsWith('.')) return relative(root, join(root, dirname(file), from))
  for (const [name, { folder, entries: list }] of packages) {
    if (from !== name && !from.startsWith(`${name}/`)) continue
    const target = list.get(`.${from.slice(name.length)}`)
    assert.ok(target !== undefined, `${file} imports ${from}`)
    return join(folder, target)
  }
  return null
}

const declares = (file: string, name: string): boolean =>
  new RegExp(`^export (?:async )?(?:const|function|class|let) ${name}\\b`, 'm').test(read(file))

/** The names that a file passes on, each with where it comes from. */
const passedOn = (file: string): Map<string, string> =>
  new Map(
    [...read(file).matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, list = '', from = '']) =>
      list.split(',').map((name): [string, string] => [name.trim().split(' as ').at(-1) ?? '', from]),
    ),
  )

/**
 * The file or library behind a name that a file exports, as the build finds it, since packages have no side
 * effects. Undefined when the file does not export it.
 */
function sourceOf(file: string, name: string): string | undefined {
  if (declares(file, name)) return file
  const from = passedOn(file).get(name)
  if (from !== undefined) {
    const target = fileOf({ names: [name], from }, file)
    return target === null ? from : (sourceOf(target, name) ?? target)
  }
  for (const [, all = ''] of read(file).matchAll(/^export \* from '([^']+)'/gm)) {
    const target = fileOf({ names: null, from: all }, file)
    const found = target === null ? undefined : sourceOf(target, name)
    if (found !== undefined) return found
  }
  return undefined
}

const isFacade = (file: string): boolean => /src\/(index|pages|facades\/\w+)\.ts$/.test(file)

/** All files that are loaded with the entries, each with the file that imports it, and the libraries. */
function loaded(): { files: Map<string, string>; libraries: Map<string, string> } {
  const files = new Map(entries.map((entry) => [entry, '']))
  const libraries = new Map<string, string>()
  for (const file of files.keys()) {
    if (!/\.tsx?$/.test(file)) continue
    for (const each of importsOf(file)) {
      const target = fileOf(each, file)
      if (target === null) {
        libraries.set(each.from, file)
        continue
      }
      const targets =
        isFacade(target) && each.names !== null
          ? each.names.map((name) => sourceOf(target, name) ?? target)
          : [target]
      for (const found of targets) {
        if (!existsSync(join(root, found))) libraries.set(found, file)
        else if (!files.has(found)) files.set(found, file)
      }
    }
  }
  return { files, libraries }
}

const { files, libraries } = loaded()

test('the first table does not wait for what is only opened later', () => {
  assert.ok(files.size > 250, `${files.size} files were found`)
  const early = [...files]
    .filter(([file]) => opened.some((each) => each.test(file)))
    .map(([file, by]) => `${file}, imported by ${by}`)
  assert.deepEqual(early, [])
})

test('the first files of remotes with pages of records take no whole shared module', () => {
  const whole = /^@portal\/(contract|shared-ui|shared-ui\/(mui|query|table))$/
  const taken = [...files.keys()]
    .filter((file) => file.startsWith('mfe-'))
    .flatMap((file) => importsOf(file).map(({ from }) => ({ file, from })))
    .filter(({ from }) => whole.test(from))
    .map(({ file, from }) => `${file} imports ${from}`)
  assert.deepEqual(taken, [])
})

test('the first table loads only the components of Material UI that it shows', () => {
  const components = [...libraries].filter(([name]) => name.startsWith('@mui/material'))
  assert.ok(components.length > 8)
  const unexpected = components
    .filter(([name]) => !firstComponents.has(name.split('/')[2] ?? ''))
    .map(([name, by]) => `${name}, imported by ${by}`)
  assert.deepEqual(unexpected, [])
})

test('the first table loads neither PDF nor date pickers nor workbooks', () => {
  const heavy = /^(pdfjs-dist|@mui\/x-date-pickers|exceljs|xlsx)/
  assert.deepEqual(
    [...libraries.keys()].filter((name) => heavy.test(name)),
    [],
  )
})
