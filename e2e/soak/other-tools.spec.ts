import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startOwnServer } from '../support/own-server.ts'
import { expect, signInAs, test } from '../support/portal.ts'
import { teamEnvironment } from '../support/team-environment.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Runs a command. A failure throws with everything that it wrote, also when a registry cannot be reached. */
async function run(folder: string, command: readonly string[], more: Record<string, string> = {}) {
  const [program = '', ...args] = command
  try {
    const options = { cwd: folder, env: { ...teamEnvironment, ...more }, maxBuffer: 64_000_000 }
    const { stdout, stderr } = await execute(program, args, options)
    return stdout + stderr
  } catch (error) {
    const written = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new Error(`${command.join(' ')} failed in ${folder}: ${written || String(error)}`, { cause: error })
  }
}

/** What each spoiled build is refused with. Rspack writes a script as its entry whatever is asked. */
const refusals = {
  rspack: {
    'not-singleton': 'it shares react, but not as the only copy of a page: set singleton: true for react',
    unshared: 'it does not share react: add react to shared with singleton: true',
  },
  vite: {
    'not-singleton': 'it shares react, but not as the only copy of a page: set singleton: true for react',
    unshared: 'it does not share react: add react to shared with singleton: true',
    'module-entry':
      "its entry entry.js is an ES module, and the portal loads a script: set varFilename: 'remoteEntry.js'",
  },
} as const

if (process.env['PROVE'] === '1') {
  test('remotes that Rspack and Vite built load and mount, and unfit ones are refused with what to change', async ({
    page,
  }) => {
    test.setTimeout(1_200_000)
    const work = mkdtempSync(join(tmpdir(), 'other-tools-'))
    const server = await startOwnServer(10)
    try {
      const packages = join(work, 'packages')
      await run(root, [process.execPath, 'scripts/pack.ts', packages])
      const tarballs = globSync(['portal-contract-*.tgz', 'portal-remote-cli-*.tgz'], { cwd: packages })
      expect(tarballs).toHaveLength(2)
      await page.goto(`${server.origin}/login`)
      await signInAs(page, 'superadmin')
      for (const [tool, spoiled] of Object.entries(refusals)) {
        const folder = join(work, tool)
        cpSync(join(root, 'e2e/other-tools', tool), folder, { recursive: true })
        const local = tarballs.map((file) => join(packages, file))
        await run(folder, ['npm', 'install', '--save-dev', ...local])
        const deploy = ['npx', 'portal', 'deploy', '--dist', 'dist', '--to', server.origin]
        for (const [how, refusal] of Object.entries(spoiled)) {
          await run(folder, ['npm', 'run', 'build'], { SPOILED: how })
          await expect(run(folder, deploy), `${tool}, ${how}`).rejects.toThrow(refusal)
        }
        await run(folder, ['npm', 'run', 'build'])
        expect(await run(folder, deploy), tool).toContain('is live at')
        await page.goto(`${server.origin}/by-${tool}`)
        const button = page.getByRole('button', { name: /^Made by/ })
        await expect(button, tool).toHaveText(/pressed 0$/)
        await button.click()
        await expect(button, tool).toHaveText(/pressed 1$/)
        await page.goto(`${server.origin}/tasks`)
        await expect(button, tool).toBeHidden()
      }
    } finally {
      await page.goto('about:blank')
      await server.stop()
      rmSync(work, { recursive: true, force: true })
    }
  })
}
