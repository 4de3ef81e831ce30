import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { z } from 'zod'
import { root } from './run.ts'

const run = promisify(execFile)
const Published = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  license: z.literal('MIT'),
  private: z.never().optional(),
  exports: z.record(
    z.string(),
    z.union([
      z.string().transform((file) => [file]),
      z.record(z.string(), z.string()).transform((files) => Object.values(files)),
    ]),
  ),
  bin: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.never().optional(),
})

let folder: string
/** The packages as they are installed, with the packages of this repository that they need. */
let installed: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-pack-'))
  await run(process.execPath, ['scripts/pack.ts', join(folder, 'packages')], { cwd: root })
  installed = join(folder, 'node_modules/@portal')
  for (const name of ['contract', 'shared-ui', 'remote-cli']) {
    const [tarball = ''] = globSync(`packages/portal-${name}-*.tgz`, { cwd: folder })
    mkdirSync(join(installed, name), { recursive: true })
    await run('tar', ['-xzf', join(folder, tarball), '-C', join(installed, name), '--strip-components=1'])
  }
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@portal'))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const packages = ['contract', 'shared-ui', 'remote-cli'] as const
const read = (name: string, file: string) => readFileSync(join(installed, name, file), 'utf8')
const published = (name: string) => Published.parse(JSON.parse(read(name, 'package.json')))
const filesOf = (name: string) => globSync('**/*.*', { cwd: join(installed, name) })

test('each package has a version, a license, a changelog that names the version, and a README', () => {
  for (const name of packages) {
    const { version } = published(name)
    assert.ok(read(name, 'CHANGELOG.md').includes(`\n## ${version}\n`), name)
    assert.match(read(name, 'LICENSE'), /MIT License/)
    assert.match(read(name, 'README.md'), /^# /)
  }
})

test('packages are JavaScript with types, without TypeScript sources and without tests', () => {
  for (const name of packages) {
    const unwanted = filesOf(name).filter((file) => /(?<!\.d)\.tsx?$|\.test\./.test(file))
    assert.deepEqual(unwanted, [], name)
    const { exports, bin } = published(name)
    for (const file of [...Object.values(exports).flat(), ...Object.values(bin)])
      assert.ok(filesOf(name).includes(file.replace(/^\.\//, '')), `${name} has no ${file}`)
  }
})

test('nothing in a package points into this repository', () => {
  for (const name of packages) {
    for (const file of filesOf(name).filter((path) => /\.(js|mjs|cjs|d\.ts|json)$/.test(path))) {
      const text = read(name, file)
      assert.ok(!text.includes(root), `${name}/${file} names a folder of this machine`)
      // The texts of a new repository import its own files.
      if (file.startsWith('dist/src/template/')) continue
      const paths = [...text.matchAll(/(?:from|import\(|import) ?['"](\.{1,2}\/[^'"]+)['"]/g)]
      for (const [, path = ''] of paths) {
        const depth = file.split('/').length - 1
        const up = path.split('/').filter((part) => part === '..').length
        assert.ok(up <= depth, `${name}/${file} imports ${path}`)
        assert.doesNotMatch(path, /\.tsx?$/, `${name}/${file}`)
      }
    }
    for (const [dependency, range] of Object.entries(published(name).dependencies))
      assert.match(range, dependency.startsWith('@portal/') ? /^\^\d/ : /^\d/, dependency)
  }
})

test('a README of a package links to nothing that is not in the package', () => {
  for (const name of packages)
    assert.deepEqual([...read(name, 'README.md').matchAll(/\]\(\.\.[^)]*\)/g)].map(String), [], name)
})

test('the published contract runs without this repository', async () => {
  const code = `import { RemoteManifest, contractVersion } from '@portal/contract'
console.log(contractVersion, RemoteManifest.safeParse({}).success)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder })
  assert.match(stdout, /^\d+\.\d+\.\d+ false\n$/)
})

test('create-remote makes a repository with the versions of these packages, or their tarballs', async () => {
  const command = join(installed, 'remote-cli/dist/src/create-remote.js')
  const args = [command, 'inspections', '--packages', join(folder, 'packages')]
  await run(process.execPath, args, { cwd: folder })
  const made = (file: string) => readFileSync(join(folder, 'inspections', file), 'utf8')
  assert.match(made('package.json'), /"@portal\/shared-ui": "file:packages\/portal-shared-ui-0\.1\.0\.tgz"/)
  // npm warns about install scripts that a repository has neither allowed nor refused.
  assert.match(made('package.json'), /"allowScripts": \{\s*"@parcel\/watcher": false/)
  assert.match(made('portal.json'), /"path": "\/inspections"/)
  for (const file of ['.github/workflows/remote.yml', '.gitlab-ci.yml', 'README.md', 'src/test/handlers.ts'])
    assert.ok(made(file).length > 100, file)
  await run(process.execPath, [command, 'surveys'], { cwd: folder })
  const other = readFileSync(join(folder, 'surveys/package.json'), 'utf8')
  assert.match(other, /"@portal\/shared-ui": "\^0\.1\.0"/)
  assert.doesNotMatch(other, /file:/)
})

test('the code and the tests of a new repository fit the types of the packages', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler], { cwd: join(folder, 'inspections') }).catch(
    (reason: unknown) => z.object({ stdout: z.string() }).parse(reason),
  )
  assert.equal(stdout, '')
})

test('create-remote refuses wrong names, folders that are not empty and missing tarballs in one sentence', async () => {
  const command = join(installed, 'remote-cli/dist/src/create-remote.js')
  for (const [args, sentence] of [
    [[], /^Name the new remote:/],
    [['Inspections'], /^A remote is named by 2 to 20 lower-case letters, and Inspections is not:/],
    [['packages'], /packages is not empty: choose another name or another place\.\n$/],
    [['plans', '--packages', folder], /has 0 tarballs of @portal\/\S+, and one is needed\.\n$/],
  ] as const) {
    const error: unknown = await run(process.execPath, [command, ...args], { cwd: folder }).catch(
      (reason: unknown) => reason,
    )
    const { code, stderr } = z.object({ code: z.literal(1), stderr: z.string() }).parse(error)
    assert.match(stderr, sentence, String(code))
  }
})
