import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { reportFigure } from '../support/figures.ts'
import { startOwnServer } from '../support/own-server.ts'
import { expect, signInAs, test } from '../support/portal.ts'
import { teamEnvironment } from '../support/team-environment.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')

async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await execute(program, args, {
    cwd: folder,
    env: teamEnvironment,
    maxBuffer: 64_000_000,
  })
  return stdout + stderr
}

/** Starts `npm run dev` and resolves with its address. */
async function startDev(folder: string, to: string): Promise<{ process: ChildProcess; origin: string }> {
  const dev = spawn('npm', ['run', 'dev', '--', '--to', to, '--port', '0'], {
    cwd: folder,
    env: teamEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  dev.stdout.on('data', (part: Buffer) => (said += part.toString()))
  for (;;) {
    const origin = /Open (http:\/\/localhost:\d+)/.exec(said)?.[1]
    if (origin !== undefined) return { process: dev, origin }
    if (dev.exitCode !== null) throw new Error(`npm run dev ended with ${dev.exitCode}: ${said}`)
    await Promise.race([once(dev.stdout, 'data'), once(dev, 'exit')])
  }
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Inspections', exact: true })

if (process.env['PROVE'] === '1') {
  test('a team makes, tests, develops, deploys and rolls back a remote in a repository of its own', async ({
    page,
  }) => {
    test.setTimeout(1_800_000)
    const work = mkdtempSync(join(tmpdir(), 'own-repository-'))
    const [server, repository] = [await startOwnServer(19), join(work, 'inspections')]
    const took: string[] = []
    const timed = async <Result>(what: string, doing: Promise<Result>): Promise<Result> => {
      const startedAt = performance.now()
      const result = await doing
      took.push(`${what} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
      return result
    }
    try {
      const packages = join(work, 'packages')
      await timed('pack', run(root, process.execPath, 'scripts/pack.ts', packages))
      const [cli = ''] = globSync('portal-remote-cli-*.tgz', { cwd: packages })
      const create = ['--yes', '--package', join(packages, cli), 'create-remote', 'inspections']
      await timed('create', run(work, 'npx', ...create, '--packages', packages))
      await timed('install', run(repository, 'npm', 'install'))
      await timed('types', run(repository, 'npm', 'run', 'types'))
      expect(await timed('test', run(repository, 'npm', 'test'))).toMatch(/Tests: +5 passed, 5 total/)

      const texts = join(repository, 'src/texts.ts')
      const dev = await timed('dev', startDev(repository, server.origin))
      try {
        await page.goto(`${dev.origin}/login`)
        await signInAs(page, 'superadmin')
        await page.goto(`${dev.origin}/inspections`)
        await expect(heading(page)).toBeVisible()
        await expect(page.getByText(/This is the first page of Inspections\./)).toBeVisible()
        await expect(page.getByText(/^You can see [\d,]+ tasks\.$/)).toBeVisible()
        change(texts, 'This is the first page', 'This is the page')
        await expect(page.getByText(/This is the page of Inspections\./)).toBeVisible()
      } finally {
        // A page that is left open would miss what is stopped now.
        await page.goto('about:blank')
        if (dev.process.pid !== undefined) process.kill(-dev.process.pid, 'SIGTERM')
      }

      const deploy = ['run', 'deploy', '--', '--to', server.origin]
      expect(await timed('deploy', run(repository, 'npm', ...deploy))).toContain('is live at')
      await page.goto(`${server.origin}/login`)
      await signInAs(page, 'superadmin')
      await page.goto(`${server.origin}/inspections`)
      await expect(page.getByText(/This is the page of Inspections\./)).toBeVisible()
      await page.goto(`${server.origin}/permits/processing`)
      await page.getByRole('grid').getByRole('row').nth(1).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('tab', { name: 'Inspections' }).click()
      await expect(drawer.getByText(/^This tab is about/)).toBeVisible()

      change(texts, 'This is the page', 'This is the second version')
      expect(await run(repository, 'npm', ...deploy, '--version', '0.2.0')).toContain('inspections 0.2.0-')
      await page.goto(`${server.origin}/inspections`)
      await expect(page.getByText(/This is the second version of Inspections\./)).toBeVisible()
      expect(await timed('rollback', run(repository, 'npm', ...deploy, '--rollback'))).toContain('is back at')
      await page.goto(`${server.origin}/inspections`)
      await expect(page.getByText(/This is the page of Inspections\./)).toBeVisible()
      reportFigure(took.join(', '))
    } finally {
      await page.goto('about:blank')
      await server.stop()
      rmSync(work, { recursive: true, force: true })
    }
  })
}
