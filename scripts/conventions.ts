import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import retired from './retired-names.json' with { type: 'json' }
import { root } from './run.ts'

/** Retired names and their replacements (docs/glossary.md). */
const retiredNames: ReadonlyMap<string, string> = new Map(Object.entries(retired))

/** A tracked text file, with its path relative to the root. */
export interface SourceFile {
  path: string
  text: string
}

const maxLines = 400
const code = /\.(ts|tsx|mts|mjs|cjs|js|css)$/
const test = /\.(test|spec)\.tsx?$/
const vagueNames = new Set(['utils', 'util', 'misc', 'common', 'helpers', 'helper', 'v2'])
const unfinished = /\b(TODO|FIXME|HACK)\b(?!\(#\d+\))/
const machinePath = /(?<![\w.~/$}-])\/(work|root|home|Users)\/\w/

function linesMatching(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}

/** Conventions that lint cannot check. Each rule returns its complaints about one file, without the path. */
const rules: readonly ((file: SourceFile) => string[])[] = [
  function length({ path, text }) {
    const lines = text.split('\n').length - 1
    return code.test(path) && lines > maxLines
      ? [`has ${lines} lines, ${maxLines} at most: split it by idea`]
      : []
  },
  function vagueName({ path }) {
    const vague = path.split('/').find((word) => vagueNames.has(word.replace(/\..*$/, '')))
    return vague === undefined ? [] : [`"${vague}" says nothing: name it by what it does`]
  },
  function fileName({ path }) {
    const name = basename(path)
    if (!/\.(ts|tsx|mts|mjs)$/.test(name)) return []
    const fits =
      /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name) || /^[A-Z][A-Za-z0-9]*(\.tsx|\.(test|lazy)\.tsx?)$/.test(name)
    return fits || name.startsWith('.') ? [] : ['is named neither in kebab-case nor as its component']
  },
  function compiledFile({ path }) {
    const source = path.replace(/\.d\.ts$/, '.ts')
    return source !== path && existsSync(join(root, source))
      ? [`is compiled from ${basename(source)}: delete it`]
      : []
  },
  function absolutePath({ path, text }) {
    return path === 'package-lock.json'
      ? []
      : linesMatching(text, machinePath).map((line) => `:${line} names a folder of one machine`)
  },
  function registryHost({ path, text }) {
    return path === 'package-lock.json'
      ? linesMatching(text, /"resolved": "https?:/).map((line) => `:${line} names the registry it came from`)
      : []
  },
  function unfinishedWork({ path, text }) {
    return code.test(path)
      ? linesMatching(text, unfinished).map(
          (line) => `:${line} leaves work without naming its issue, as in (#12)`,
        )
      : []
  },
  function silentExemption({ path, text }) {
    const silent = /(oxlint|eslint)-disable(?!.* -- \S)|@ts-(ignore|nocheck)/
    return code.test(path)
      ? linesMatching(text, silent).map((line) => `:${line} switches a check off without " -- reason"`)
      : []
  },
  function retiredName({ path, text }) {
    if (!code.test(path)) return []
    return text
      .split('\n')
      .flatMap((line, index) =>
        (line.match(/[A-Za-z]\w*/g) ?? [])
          .filter((word) => retiredNames.has(word))
          .map((word) => `:${index + 1} uses the retired name ${word}: it is ${retiredNames.get(word)} now`),
      )
  },
  function participle({ path, text }) {
    if (!code.test(path)) return []
    return linesMatching(text, participleType).map(
      (line) => `:${line} exports a type named by a past participle: name the thing`,
    )
  },
  function limitNames({ path, text }) {
    if (!code.test(path)) return []
    const old = /\b(?:const|let) (?:most|longest|largest|least|fewest)[A-Z]/
    return linesMatching(text, old).map((line) => `:${line} names a limit otherwise than max… or min…`)
  },
  function testHabits({ path, text }) {
    if (!test.test(path)) return []
    return [
      ...linesMatching(text, /\b(test|it|describe)\.only\(/).map((line) => `:${line} runs alone`),
      ...linesMatching(text, /\b(test|it)\(\s*['"`].*\bshould\b/).map(
        (line) => `:${line} says "should": a test is a promise`,
      ),
      ...linesMatching(text, /\bjest\.(mock|doMock)\(\s*['"](\.|@portal)/).map(
        (line) => `:${line} mocks a module of ours`,
      ),
    ]
  },
]

/** A one-word type name that is a participle instead of a noun. */
const participleType =
  /^export (interface|type) ((?!Feed|Seed|Speed|Need)[A-Z][a-z]+ed|Made|Told|Given|Found|Seen|Written|Sent|Held|Kept|Taken|Read|Said|Drawn|Shown|Stood|Left|Put|Set)\b(?!\w)/

/** This check and its test contain the forbidden words themselves. */
const itself = /^scripts\/(conventions(\.test)?\.ts|retired-names\.json)$/

/** All complaints about these files, each prefixed with its path. */
export function complaints(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) =>
      rules.flatMap((rule) =>
        rule(file).map((words) => `${file.path}${words.startsWith(':') ? '' : ' '}${words}`),
      ),
    ),
    ...barrels(files),
    ...unexplained(files),
    ...decisions(files),
    ...citations(files),
    ...namedFiles(files),
  ]
}

function textOf(files: readonly SourceFile[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? ''
}

/**
 * An index file must be the public entry of a package, listed in its exports map; other barrels are
 * forbidden.
 */
function barrels(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\/index\.tsx?$/.test(path))
    .filter(({ path }) => {
      const [folder = '', ...rest] = path.split('/')
      return !textOf(files, `${folder}/package.json`).includes(`"./${rest.join('/')}"`)
    })
    .map(({ path }) => `${path} is an inner barrel: import the file itself`)
}

/**
 * Every dependency must have its reason in the README beside its package.json; dependencies of the root in
 * decision 0001. `@scope/*` covers a family of packages.
 */
function unexplained(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => basename(path) === 'package.json')
    .flatMap(({ path, text }) => {
      const paper =
        path === 'package.json' ? 'docs/decisions/0001-toolchain.md' : join(dirname(path), 'README.md')
      const words = textOf(files, paper)
      return [...text.matchAll(/^ {4}"((?:@[\w.-]+\/)?[\w.-]+)": "\d[^"]*",?$/gm)]
        .flatMap(([, name]) => (name === undefined ? [] : [name]))
        .filter(
          (name) =>
            !/^@(portal|types)\//.test(name) &&
            !words.includes(name) &&
            !words.includes(`${name.split('/')[0]}/*`),
        )
        .map((name) => `${path} depends on ${name}, and ${paper} does not say why`)
    })
}

const decisionSections = ['Context', 'Decision', 'Consequences']

/**
 * A decision record has the title `# 0001 Title` and three sections, and docs/README.md links to it by that
 * title.
 */
function decisions(files: readonly SourceFile[]): string[] {
  const index = textOf(files, 'docs/README.md')
  return files
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) => {
      const [number = ''] = basename(path).split('-')
      const title = new RegExp(`^# ${number} (.+)\n`).exec(text)?.[1]
      if (title === undefined) return [`${path} does not begin with "# ${number} Title"`]
      const missing = decisionSections
        .filter((section) => !text.includes(`\n## ${section}\n`))
        .map((section) => `${path} has no section ${section}`)
      return index.includes(`[${number} ${title}](decisions/${basename(path)})`)
        ? missing
        : [...missing, `${path} is not listed in docs/README.md by its title`]
    })
}

const citation = /\b(specification|contract|domain|look)\.md((?:,? (?:and )?\d+(?:\.\d+)?(?![\d%]))*)/g
const retiredPaper = /\b(spec\.txt|design\.md|style\.md)\b/

/**
 * A citation such as `contract.md 11.3` must name a section of docs/reference, and `decision 0009` a decision
 * record.
 */
function citations(files: readonly SourceFile[]): string[] {
  const sections = new Set(
    files.flatMap(({ path, text }) => {
      const name = /^docs\/reference\/(\w+)\.md$/.exec(path)?.[1]
      return name === undefined
        ? []
        : [...text.matchAll(/^#+ (\d+(?:\.\d+)?)\b/gm)].map(([, number]) => `${name} ${number}`)
    }),
  )
  const decided = new Set(files.flatMap(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []))
  return files
    .filter(({ path }) => !path.startsWith('docs/reference/'))
    .flatMap(({ path, text }) => {
      const dead = [...text.matchAll(citation)].flatMap(([, paper, numbers = '']) =>
        (numbers.match(/\d+(?:\.\d+)?/g) ?? [])
          .filter((number) => !sections.has(`${paper} ${number}`))
          .map((number) => `${paper}.md ${number}`),
      )
      const undecided = [...text.matchAll(/\bdecisions? (\d{4})\b/g)].flatMap(([whole, number = '']) =>
        decided.has(number) ? [] : [whole],
      )
      const lines = linesMatching(text, retiredPaper).map(
        (line) => `${path}:${line} cites a paper that is not in docs/reference`,
      )
      return [
        ...[...dead, ...undecided].map((words) => `${path} cites ${words}, which does not exist`),
        ...lines,
      ]
    })
}

/** A file name in back ticks, such as `write/writing.ts`. `X.lazy.ts` stands for any name. */
const namedFile = /`((?:[\w@.-]+\/)*(?!X\.)[\w.-]+\.(?:ts|tsx|mjs))`/g

/** Documents name only files that exist, by the end of their path. */
function namedFiles(files: readonly SourceFile[]): string[] {
  const ends = new Set(
    files.flatMap(({ path }) => {
      const parts = path.split('/')
      return parts.map((_, at) => parts.slice(at).join('/'))
    }),
  )
  return files
    .filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md')
    .flatMap(({ path, text }) =>
      [...text.matchAll(namedFile)].flatMap(([, name = '']) =>
        ends.has(name) || itself.test(name) ? [] : [`${path} names ${name}, which does not exist`],
      ),
    )
}

function trackedFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  return listed
    .split('\0')
    .filter(
      (path) =>
        /\.(ts|tsx|mts|mjs|cjs|js|css|json|md|html|yml|sh)$|^\.ci\//.test(path) &&
        existsSync(join(root, path)),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

if (import.meta.main) {
  const found = complaints(trackedFiles().filter(({ path }) => !itself.test(path)))
  for (const words of found) console.error(words)
  if (found.length > 0) process.exitCode = 1
}
